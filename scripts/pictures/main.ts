import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawMovie } from './draw-movie.ts';
import { drawSvg } from './draw-svg.ts';
import { shootReport } from './report.ts';
import { SCENES } from './scenes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(ROOT, 'docs', 'pictures');

/** Draws the pictures of these names, or all. */
export async function main(names: readonly string[], say: (text: string) => void): Promise<void> {
  if (!existsSync(join(ROOT, 'dist', 'bin.js'))) throw new Error('Pipeform is not built. "npm run setup" builds it.');
  const known = [...SCENES.map(({ name }) => name), 'report'];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`There is no picture ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  const wanted = new Set(names.length === 0 ? known : names);
  mkdirSync(FOLDER, { recursive: true });
  const write = (file: string, content: string | Uint8Array): void => {
    writeFileSync(join(FOLDER, file), content);
    say(`docs/pictures/${file}\n`);
  };
  for (const scene of SCENES) {
    const { name, columns } = scene;
    if (!wanted.has(name)) continue;
    const svg =
      'film' in scene
        ? drawMovie({ ...scene, frames: await scene.film(columns, scene.rows) })
        : drawSvg({ ...scene, rows: await scene.shoot(columns) });
    write(`${name}.svg`, svg);
  }
  if (!wanted.has('report')) return;
  for (const { file, png } of await shootReport()) write(file, png);
}
