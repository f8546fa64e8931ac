import type { DiagnosticCode } from '../../src/model/diagnostic-codes.ts';
import type { PipeCase } from './scenario.ts';
import type { Tree } from './write-config.ts';

/** A pipe in a file, to add an error to. */
export interface Spoilt {
  readonly pipe: Tree;
  readonly pipes: Tree;
  readonly root: Tree;
  readonly other: PipeCase;
}

/** One common error: its expected code and file. */
export interface Fault {
  readonly code: DiagnosticCode;
  /** `root`: in the root document, wherever the pipe is. */
  readonly place: 'home' | 'root';
  spoil(spoilt: Spoilt): void;
}

const inSettings = (key: string, value: unknown) => (spoilt: Spoilt) => {
  spoilt.pipe.settings = { ...(spoilt.pipe.settings as Tree | undefined), [key]: value };
};
const inPipe = (values: Tree) => (spoilt: Spoilt) => void Object.assign(spoilt.pipe, values);
const inRoot = (values: Tree) => (spoilt: Spoilt) => void Object.assign(spoilt.root, values);
const inApi = (values: Tree) => (spoilt: Spoilt) => void Object.assign(spoilt.root.api as Tree, values);

/** Errors that hide no other: all must be reported together. Each is in its own pipe. */
export const FAULTS: readonly Fault[] = [
  { code: 'unknown-key', place: 'home', spoil: inPipe({ settigns: { db_max_threads: 1 } }) },
  { code: 'missing-key', place: 'home', spoil: ({ pipe }) => void delete pipe.id },
  { code: 'out-of-range', place: 'home', spoil: inSettings('db_max_threads', 65) },
  { code: 'out-of-range', place: 'home', spoil: inSettings('db_min_insert_block_size_bytes', '11GiB') },
  { code: 'wrong-type', place: 'home', spoil: inSettings('db_max_threads', 'many') },
  { code: 'wrong-type', place: 'home', spoil: inSettings('db_parallel_view_processing', 1) },
  { code: 'wrong-type', place: 'home', spoil: inPipe({ scaling: [1, 2] }) },
  {
    code: 'wrong-type',
    place: 'home',
    spoil: ({ pipes, other }) => void Object.assign(pipes, { [`${other.name}-x`]: 'nothing' }),
  },
  { code: 'invalid-unit', place: 'home', spoil: inSettings('db_min_insert_block_size_bytes', '5parsecs') },
  { code: 'invalid-unit', place: 'home', spoil: inSettings('db_min_insert_block_size_bytes', '0.3B') },
  { code: 'unknown-reference', place: 'home', spoil: inPipe({ service: 'analytcs' }) },
  { code: 'unknown-reference', place: 'home', spoil: inPipe({ preset: ['nowhere'] }) },
  { code: 'unknown-reference', place: 'home', spoil: inPipe({ ignore: ['settings.db_max_thread'] }) },
  { code: 'invalid-value', place: 'home', spoil: inPipe({ scaling: { replicas: { min: 5, max: 2 } } }) },
  {
    code: 'invalid-value',
    place: 'home',
    spoil: inPipe({ acknowledge: [{ path: 'scaling.replicas', reason: 'x', until: '2026-02-30' }] }),
  },
  { code: 'variable-missing', place: 'home', spoil: inSettings('db_max_threads', `\${NOT_SET_ANYWHERE}`) },
  { code: 'variable-refused', place: 'home', spoil: inSettings('db_max_threads', `\${MY_TOKEN:-1}`) },
  { code: 'variable-syntax', place: 'home', spoil: inSettings('db_max_threads', `\${1}`) },
  {
    code: 'duplicate-definition',
    place: 'home',
    spoil: ({ pipe, pipes, other }) => void Object.assign(pipes, { [`${other.name}-y`]: { ...pipe } }),
  },
  {
    code: 'field-not-for-kind',
    place: 'home',
    spoil: inPipe({ source: 'postgres', ignore: [], settings: { object_storage_concurrency: 3 } }),
  },
  {
    code: 'invalid-name',
    place: 'home',
    spoil: ({ pipe, pipes }) => void Object.assign(pipes, { 'not a name': { ...pipe, id: ANOTHER_ID } }),
  },
  { code: 'insecure-address', place: 'root', spoil: inApi({ url: 'http://pipes.example.com' }) },
  {
    code: 'credentials-in-address',
    place: 'root',
    spoil: inRoot({ observability: { url: 'https://me:hunter2@example.com' } }),
  },
  { code: 'out-of-range', place: 'root', spoil: inRoot({ policy: { maxReplicaFactor: 0.5 } }) },
];

const ANOTHER_ID = '0b0c3a9e-2a64-4a4f-8a11-000000000999';

/** Errors in the text of a file; names that it may define are not checked after them. */
export interface TextFault {
  readonly code: DiagnosticCode;
  spoil(text: string): string | Uint8Array;
}

export const TEXT_FAULTS: readonly TextFault[] = [
  { code: 'yaml-syntax', spoil: (text) => `${text}checks: [1\n` },
  { code: 'yaml-syntax', spoil: (text) => `${text}checks:\n\t- 1\n` },
  { code: 'yaml-syntax', spoil: (text) => `${text}checks: *nowhere\n` },
  { code: 'yaml-syntax', spoil: (text) => `${text}checks: "open\n` },
  { code: 'yaml-syntax', spoil: (text) => `${text}1: checks\n` },
  { code: 'duplicate-key', spoil: (text) => `${text}checks: {}\nchecks: {}\n` },
  { code: 'invalid-name', spoil: (text) => `${text}__proto__: {}\n` },
  { code: 'unknown-key', spoil: (text) => `${text}pipe: {}\n` },
  { code: 'include-no-match', spoil: (text) => withInclude(text, 'nowhere/*.yaml') },
  { code: 'include-outside', spoil: (text) => withInclude(text, '../*.yaml') },
  { code: 'unsupported-version', spoil: (text) => `${text.replace(/^version: 1$/m, '')}version: 2\n` },
  { code: 'empty-file', spoil: () => '# all gone\n' },
  { code: 'wrong-type', spoil: () => '- a list\n' },
  { code: 'config-unreadable', spoil: (text) => Buffer.concat([Buffer.from(text), Buffer.from([0x23, 0xff, 0xfe])]) },
];

function withInclude(text: string, pattern: string): string {
  const lines = text.split('\n');
  const at = lines.indexOf('include:');
  if (at === -1) return `${text}include:\n  - ${pattern}\n`;
  return lines.toSpliced(at + 1, 0, `  - ${pattern}`).join('\n');
}
