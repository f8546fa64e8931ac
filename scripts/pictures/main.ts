import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawChart } from './draw-chart.ts';
import { drawMovie } from './draw-movie.ts';
import { drawSvg } from './draw-svg.ts';
import { shootReport } from './report.ts';
import { SCENES, type Scene } from './scenes.ts';

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
    const { name } = scene;
    if (!wanted.has(name)) continue;
    write(`${name}.svg`, await drawScene(scene));
  }
  if (!wanted.has('report')) return;
  for (const { file, png } of await shootReport()) write(file, png);
}

async function drawScene(scene: Scene): Promise<string> {
  if ('film' in scene) return drawMovie({ ...scene, frames: await scene.film(scene.columns, scene.rows) });
  if ('measure' in scene) return drawChart({ ...scene, ...(await scene.measure()) });
  return drawSvg({ ...scene, rows: await scene.shoot(scene.columns) });
}
