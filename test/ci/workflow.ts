import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/model/json/json.ts';
import { ROOT } from './shell.ts';

/** The parts of a workflow and of a composite action that the recipes use. */
export interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly steps: readonly Step[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
  readonly permissions?: Readonly<Record<string, string>>;
}

export interface Workflow {
  readonly on: JsonObject;
  readonly permissions: JsonObject;
  readonly concurrency?: JsonObject;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export function readWorkflow(name: string): Workflow {
  return readYaml<Workflow>(`examples/ci/github/${name}`);
}

export function readAction(): Action {
  return readYaml<Action>('action.yml');
}

export function readYaml<Shape>(path: string): Shape {
  return parse(readFileSync(join(ROOT, path), 'utf8')) as Shape;
}
