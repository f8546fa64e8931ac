/** The options that every command takes, after defaults and the environment. */
export interface GlobalOptions {
  /** A folder to work in, or null for the current one. */
  readonly chdir: string | null;
  /** The root document, or null to look for `pipeform.yaml` here and in the parent folders. */
  readonly config: string | null;
  readonly env: string | null;
  readonly format: 'text' | 'json';
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** null: what the configuration says, or 8. */
  readonly parallelism: number | null;
  /** For one attempt of one request. */
  readonly timeoutMs: number;
  readonly colour: 'auto' | 'off';
  readonly logLevel: 'quiet' | 'info' | 'debug';
}

export const DEFAULT_PARALLELISM = 8;
export const DEFAULT_TIMEOUT_MS = 30_000;
