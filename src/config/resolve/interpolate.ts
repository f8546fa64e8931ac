export type Variables = Readonly<Record<string, string | undefined>>;

/** What is wrong with one `${…}`; offsets are those of the expression within the text. */
export interface VariableProblem {
  readonly kind: 'missing' | 'refused' | 'syntax';
  readonly name: string;
  /** The message of `${VAR:?message}`, or null. */
  readonly message: string | null;
  readonly start: number;
  readonly end: number;
}

type Interpolation =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problems: readonly VariableProblem[] };

type Part = string | Expression;

interface Expression {
  readonly name: string;
  /** `:-` and `:?` also hold for an empty variable; `-` and `?` only for one that is not set. */
  readonly operator: ':-' | '-' | ':?' | '?' | null;
  readonly argument: readonly Part[];
  readonly argumentText: string;
  readonly start: number;
  readonly end: number;
}

const HEAD = /\$\{([A-Za-z_][A-Za-z0-9_]*)(:-|:\?|-|\?)?/y;
const SECRET_NAME = /(?:SECRET|TOKEN|PASSWORD|KEY)$/i;
const DEEPEST_DEFAULT = 20;

/** Whether the text holds anything to replace. */
export function needsInterpolation(text: string): boolean {
  return text.includes('${') || text.includes('$$');
}

/**
 * Replaces `${VAR}`, `${VAR:-default}`, `${VAR-default}`, `${VAR:?message}`, `${VAR?message}` and `$$` as Compose files do.
 * Defaults may hold further expressions. A `$` before anything else stays. Every problem of the text is returned, and the
 * value of a variable whose name says that it is a secret is never looked at.
 */
export function interpolate(text: string, variables: Variables): Interpolation {
  const parsed = parseParts(text, 0, 'end', 0);
  if ('problem' in parsed) return { ok: false, problems: [parsed.problem] };
  const refused = allExpressions(parsed.parts)
    .filter((expression) => SECRET_NAME.test(expression.name))
    .map((expression) => problemOf(expression, 'refused'));
  if (refused.length > 0) return { ok: false, problems: refused };
  const problems: VariableProblem[] = [];
  const value = evaluate(parsed.parts, variables, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}

function evaluate(parts: readonly Part[], variables: Variables, problems: VariableProblem[]): string {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = Object.hasOwn(variables, part.name) ? variables[part.name] : undefined;
    const emptyCounts = part.operator === ':-' || part.operator === ':?';
    if (value !== undefined && !(emptyCounts && value === '')) text += value;
    else if (part.operator === ':-' || part.operator === '-') text += evaluate(part.argument, variables, problems);
    else problems.push(problemOf(part, 'missing'));
  }
  return text;
}

function problemOf(expression: Expression, kind: 'missing' | 'refused'): VariableProblem {
  const { name, operator, argumentText, start, end } = expression;
  const hasMessage = (operator === ':?' || operator === '?') && argumentText !== '';
  return { kind, name, message: hasMessage ? argumentText : null, start, end };
}

function allExpressions(parts: readonly Part[]): Expression[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...allExpressions(part.argument)]));
}

type Parsed = { readonly parts: readonly Part[]; readonly end: number } | { readonly problem: VariableProblem };

/** Reads up to the end of the text, or up to the brace that closes the expression around it. */
function parseParts(text: string, from: number, until: 'end' | 'brace', depth: number): Parsed {
  const parts: Part[] = [];
  let literal = '';
  let at = from;
  while (at < text.length) {
    if (until === 'brace' && text[at] === '}') break;
    if (text.startsWith('$$', at)) {
      literal += '$';
      at += 2;
    } else if (text.startsWith('${', at)) {
      const expression = parseExpression(text, at, depth);
      if ('problem' in expression) return expression;
      parts.push(literal, expression);
      literal = '';
      at = expression.end;
    } else {
      literal += text[at];
      at += 1;
    }
  }
  return { parts: [...parts, literal], end: at };
}

function parseExpression(
  text: string,
  start: number,
  depth: number,
): Expression | { readonly problem: VariableProblem } {
  HEAD.lastIndex = start;
  const head = HEAD.exec(text);
  const name = head?.[1] ?? '';
  const broken = (end: number) => ({ problem: { kind: 'syntax' as const, name, message: null, start, end } });
  if (head === null || depth >= DEEPEST_DEFAULT) return broken(Math.min(text.length, start + 2));
  const operator = (head[2] ?? null) as Expression['operator'];
  const argumentStart = HEAD.lastIndex;
  const argument =
    operator === null ? { parts: [], end: argumentStart } : parseParts(text, argumentStart, 'brace', depth + 1);
  if ('problem' in argument) return argument;
  if (text[argument.end] !== '}') return broken(argument.end);
  return {
    name,
    operator,
    argument: argument.parts,
    argumentText: text.slice(argumentStart, argument.end),
    start,
    end: argument.end + 1,
  };
}
