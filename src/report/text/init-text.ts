import type { Diagnostic } from '../../model/diagnostic.ts';
import { safeText } from '../../model/text.ts';
import { fitLines } from './fit-text.ts';
import type { Style } from './style.ts';

export interface InitFile {
  /** Relative to the working folder, with forward slashes. */
  readonly file: string;
  /** `exists`: it existed before and is not changed. */
  readonly status: 'written' | 'exists' | 'failed';
}

/** What `init --format json` prints (schema/init.schema.json). */
export interface InitDocument {
  readonly kind: 'init';
  readonly formatVersion: 1;
  readonly files: readonly InitFile[];
  readonly diagnostics: readonly Diagnostic[];
}

const STATUSES = {
  written: { mark: '+', label: 'written', color: 'green' },
  exists: { mark: '=', label: 'already exists, not changed', color: 'dim' },
  failed: { mark: '!', label: 'could not be written', color: 'red' },
} as const;

export function renderInit({ files }: InitDocument, style: Style): string {
  const lines = files.map(({ file, status }) => {
    const { mark, label, color } = STATUSES[status];
    return `${style[color](mark)} ${safeText(file)}  ${style[color](label)}\n`;
  });
  return fitLines(lines.join(''), style.columns);
}

/** What to do after a command, and the commands for it. */
export interface GuideStep {
  readonly text: string;
  readonly commands: readonly string[];
}

/** Commands are not broken, so that they can be pasted. */
export function renderGuide(steps: readonly GuideStep[], style: Style): string {
  const lines = steps.flatMap(({ text, commands }) => [
    fitLines(text, style.columns),
    ...commands.map((line) => `  ${style.bold(safeText(line))}`),
    '',
  ]);
  return ['', 'Next', '', ...lines].join('\n');
}
