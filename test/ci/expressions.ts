import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import type { JsonObject } from '../../src/model/json.ts';

/** The input of an expression: the contexts, and the job status. */
export interface Situation {
  readonly contexts: JsonObject;
  readonly standing: 'success' | 'failure';
}

const STATUS_FUNCTIONS = ['always', 'success', 'failure', 'cancelled'] as const;
const EXPRESSION = /\$\{\{(.*?)\}\}/gs;

/** Replaces each `${{ … }}` as GitHub does, with GitHub's own evaluator. */
export function interpolate(text: string, situation: Situation): string {
  return text.replaceAll(EXPRESSION, (_all, expression: string) => evaluate(expression, situation).coerceString());
}

/** Whether an `if:` holds; without a status function it requires success. */
export function holds(condition: string | undefined, situation: Situation): boolean {
  const bare = (condition ?? 'success()').replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1');
  const asked = STATUS_FUNCTIONS.some((name) => bare.includes(`${name}(`)) ? bare : `success() && (${bare})`;
  return evaluate(`!!(${asked})`, situation).coerceString() === 'true';
}

function evaluate(expression: string, { contexts, standing }: Situation): data.ExpressionData {
  const truths = { always: true, success: standing === 'success', failure: standing === 'failure', cancelled: false };
  const functions = STATUS_FUNCTIONS.map((name) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(truths[name]),
  }));
  const { tokens } = new Lexer(expression.trim()).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(parsed, context, new Map(functions.map((one) => [one.name, one]))).evaluate();
}
