import { isJsonObject, type JsonValue } from '../json/json.ts';

const WORDS =
  '(redacted|masked|hidden|filtered|obfuscated|sensitive|secret|secured?|protected|encrypted|removed|omitted|scrubbed)([ _-](value|data|hidden))?';

/**
 * Three or more asterisks or bullets with at most a few other characters, or after `:` or `=`, as in a masked address; only `x` or `#`;
 * a word such as `[redacted]`, `***REDACTED***` or `(sensitive value)`, also after `:` or `=`.
 */
const MASKS = [
  /^\S{0,8}[*•●∙⁎∗]{3,}\S{0,8}$/u,
  /[:=][*•●∙⁎∗]{3,}/u,
  /^(x{4,40}|#{4,40})$/i,
  new RegExp(`^[[({<"'_*• ]+${WORDS}[\\])}>"'_*• ]+$`, 'i'),
  new RegExp(`[:=]["' ]*[[({<*•]+${WORDS}[\\])}>*•]+`, 'i'),
  /^(redacted|masked)$/i,
];

/** Whether a service seems to show this, or a part of it, in place of a secret. Sent back, it would replace the secret. */
export function isMasked(value: JsonValue): boolean {
  if (typeof value === 'string') return MASKS.some((mask) => mask.test(value.trim()));
  if (Array.isArray(value)) return value.some(isMasked);
  return isJsonObject(value) && Object.values(value).some(isMasked);
}
