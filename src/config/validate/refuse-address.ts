import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { checkServiceAddress } from '../../model/service-address.ts';
import type { ConfigNode } from '../yaml/node.ts';
import { describeFound } from './problem.ts';

/** Why credentials are not sent to an address; null when they are. The value of a variable is named by its expression. */
export function refuseAddress(node: ConfigNode, text: string): DiagnosticWords | null {
  const address = checkServiceAddress(text);
  if (address.ok) return null;
  const source = node.kind === 'scalar' && node.written !== undefined ? `It is ${describeFound(node)}.` : null;
  return { ...address.words, detail: [source, address.words.detail].filter(Boolean).join('\n') || null };
}
