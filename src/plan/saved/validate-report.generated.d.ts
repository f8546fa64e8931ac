// Generated from schema/plan.schema.json, schema/drift.schema.json, schema/run.schema.json, schema/validation.schema.json, schema/journal.schema.json by `npm run generate`. Do not edit.

/** Whether a value is such a document; `errors` then holds the first place where it is not. */
export interface DocumentValidator {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly keyword: string }[] | null;
}

export declare const validatePlan: DocumentValidator;
export declare const validateDrift: DocumentValidator;
export declare const validateRun: DocumentValidator;
export declare const validateJournalLine: DocumentValidator;
