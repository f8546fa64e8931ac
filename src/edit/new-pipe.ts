import type { SourceKind } from '../model/field.ts';
import type { YamlScalar, YamlValue } from './yaml-operation.ts';

export type Values = Readonly<Record<string, YamlScalar>>;

/** A pipe as it is to stand in the configuration for the first time; values as they are written. */
export interface NewPipe {
  readonly name: string;
  readonly service: string;
  readonly id: string;
  /** null when the service shows none. */
  readonly liveName: string | null;
  readonly source: SourceKind | null;
  readonly settings: Values;
  readonly scaling: Values;
  /** The preset that holds what is not in `source`, `settings` and `scaling` any more, or null. */
  readonly preset: string | null;
}

/** A preset with what several new pipes have in common. */
export interface NewPreset {
  readonly name: string;
  readonly source: SourceKind;
  readonly settings: Values;
  readonly scaling: Values;
}

export function writePipe(pipe: NewPipe): YamlValue {
  const { service, id, liveName, preset, source, settings, scaling } = pipe;
  return {
    service,
    id,
    ...(liveName !== null && { name: escapeVariables(liveName) }),
    ...(preset !== null && { preset }),
    ...(source !== null && { source }),
    ...writeSections({ settings, scaling }),
  };
}

export function writePreset({ source, settings, scaling }: NewPreset): YamlValue {
  return { source, ...writeSections({ settings, scaling }) };
}

function writeSections({ settings, scaling }: Pick<NewPipe, 'settings' | 'scaling'>) {
  return {
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(scaling).length > 0 && { scaling }),
  };
}

/** A name that looks like a variable is no variable: `$$` stands for a dollar sign (config.md). */
function escapeVariables(text: string): string {
  return /\$[{$]/.test(text) ? text.replaceAll('$', '$$$$') : text;
}
