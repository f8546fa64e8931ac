import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { minifySync } from 'rolldown/utils';

const RAW = /\?raw$/;

/** For rolldown: `import text from './page.html?raw'` gives the text of the file, as it does with Vite. Scripts are minified. */
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
      const text = readFileSync(path, 'utf8');
      return {
        code: `export default ${JSON.stringify(path.endsWith('.js') ? minify(path, text) : text)};`,
        moduleType: 'js',
      };
    },
  },
};

function minify(path, text) {
  const { code, errors } = minifySync(path, text, {
    module: !path.includes('.iife.'),
    codegen: { legalComments: 'inline' },
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return code;
}
