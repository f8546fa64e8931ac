// Generated from src/sandbox/faults/fault-plan.schema.json by `npm run generate`. Do not edit.

/** One mistake: the JSON pointer to the value, the value, and the keyword that failed. */
export interface PlanSchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params?: { readonly additionalProperty?: string; readonly missingProperty?: string };
  readonly data: unknown;
}

export declare const validatePlan: {
  (data: unknown): boolean;
  errors?: readonly PlanSchemaError[] | null;
};
