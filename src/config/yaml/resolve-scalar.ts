type PlainValue = string | number | boolean | null;

interface Form {
  readonly test: RegExp;
  readonly read: (text: string) => PlainValue;
}

/** The forms of the YAML 1.2 core schema (chapter 10.3.2 of its specification); whatever has none of them is text. */
const FORMS: readonly Form[] = [
  { test: /^(?:~|[Nn]ull|NULL)?$/, read: () => null },
  { test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/, read: (text) => /^t/i.test(text) },
  { test: /^[-+]?[0-9]+$/, read: Number },
  { test: /^0o[0-7]+$/, read: Number },
  { test: /^0x[0-9a-fA-F]+$/, read: Number },
  { test: /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/, read: Number },
  { test: /^[-+]?\.(?:inf|Inf|INF)$/, read: (text) => (text.startsWith('-') ? -Infinity : Infinity) },
  { test: /^(?:\.nan|\.NaN|\.NAN)$/, read: () => Number.NaN },
];

// Only text that starts like this, or is empty, can have one of the forms.
const MAY_HAVE_FORM = /^(?:[-+.0-9~tTfFnN]|$)/;

/** The value of a plain scalar, without blanks around it. `-0` is 0, as in JSON and in every range. */
export function resolveScalar(text: string): PlainValue {
  if (!MAY_HAVE_FORM.test(text)) return text;
  const form = FORMS.find(({ test }) => test.test(text));
  if (form === undefined) return text;
  const value = form.read(text);
  return value === 0 ? 0 : value;
}
