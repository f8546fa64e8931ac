// Generated from schema/config.schema.json by `npm run generate`. Do not edit.

/** What is wrong with one value: the JSON pointer to it, the keyword that failed and the schema that holds the keyword. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}

export declare const validateConfig: {
  (data: unknown): boolean;
  errors?: readonly SchemaError[] | null;
};
