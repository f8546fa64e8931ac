import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { minifySync } from 'rolldown/utils';

const RAW = /\?raw$/;

/**
 * For rolldown: `import text from './page.html?raw'` gives the text of the file, as it does with Vite. Scripts are minified; pages and
 * style sheets lose their comments and indents.
 */
export const rawFiles = {
  name: 'raw-files',
  resolveId: {
    filter: { id: RAW },
    handler: (id, importer) => `${createRequire(importer).resolve(id.replace(RAW, ''))}?raw`,
  },
  load: {
    filter: { id: RAW },
    handler(id) {
      const path = id.replace(RAW, '');
      return { code: `export default ${JSON.stringify(shorten(path, readFileSync(path, 'utf8')))};`, moduleType: 'js' };
    },
  },
};

function shorten(path, text) {
  if (!path.endsWith('.js'))
    return text
      .replace(/<!--.*?-->|\/\*.*?\*\//gs, '')
      .replace(/\s*\n\s*/g, '\n')
      .trim();
  const module = !path.includes('.iife.');
  const { code, errors } = minifySync(path, text, { module, codegen: { legalComments: 'inline' } });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return code;
}
