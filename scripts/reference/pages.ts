import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { SAMPLES } from '../../test/docs/sample-documents.ts';
import { renderCommandsPage } from './commands-page.ts';
import { renderConfigurationPage } from './configuration-page.ts';
import { renderDiagnosticsPage } from './diagnostics-page.ts';
import { renderDocumentsPage } from './documents-page.ts';
import type { JsonSchema } from './json-schema.ts';

const FOLDER = fileURLToPath(new URL('../../schema/', import.meta.url));
const readSchema = (file: string): JsonSchema => JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8')) as JsonSchema;

/** The Markdown of each generated page of `docs`, by its path there. */
export function renderReferencePages(): Readonly<Record<string, string>> {
  const schemas = readdirSync(FOLDER).filter((name) => name.endsWith('.schema.json'));
  return {
    'diagnostics.md': renderDiagnosticsPage(),
    'reference/commands.md': renderCommandsPage(PROGRAM),
    'reference/configuration.md': renderConfigurationPage(readSchema('config.schema.json')),
    'reference/documents.md': renderDocumentsPage(SAMPLES, schemas.map(readSchema)),
  };
}
