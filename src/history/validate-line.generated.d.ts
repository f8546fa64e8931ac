// Generated from schema/history-line.schema.json, schema/plan.schema.json, schema/validation.schema.json by `npm run generate`. Do not edit.

/** Whether a value is such a document; `errors` then holds the first place where it is not. */
export interface DocumentValidator {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly keyword: string }[] | null;
}

export declare const validateHistoryLine: DocumentValidator;
