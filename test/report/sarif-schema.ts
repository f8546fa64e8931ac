import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';

const URI_CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[\dA-Fa-f]{2})*$/;

const path = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// Draft 4 uses keywords that ajv no longer supports; otherwise this schema is valid in draft 7.
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

const validate = new Ajv({
  allErrors: true,
  strict: false,
  // One pattern of the schema is invalid as a Unicode regular expression.
  unicodeRegExp: false,
  formats: {
    uri: (text: string) => URI_CHARACTERS.test(text) && URL.canParse(text),
    'uri-reference': (text: string) => URI_CHARACTERS.test(text) && URL.canParse(text, 'file:///repository/'),
    'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  },
}).compile(schema);

/** The errors of a log in the SARIF 2.1.0 schema; empty when it is valid. */
export function findSarifFaults(log: unknown): readonly string[] {
  validate(log);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
