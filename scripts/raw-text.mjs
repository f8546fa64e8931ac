import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const QUERY = '?raw';

/** A plug-in of Rolldown for `import text from './file.css?raw'`: the text of the file, as Vite and Vitest give it by themselves. */
export const rawText = {
  name: 'raw-text',
  resolveId: {
    filter: { id: /\?raw$/ },
    handler: (source, importer) => join(dirname(importer), source),
  },
  load: {
    filter: { id: /\?raw$/ },
    handler(id) {
      const text = readFileSync(id.slice(0, -QUERY.length), 'utf8');
      return { code: `export default ${JSON.stringify(text)};`, moduleType: 'js' };
    },
  },
};
