import type { Finding } from '../finding.ts';
import { PIPEFORM } from '../fleet.ts';
import { alternate, usageOf, wallOf } from '../measure.ts';
import type { Row } from '../row.ts';

// They are short, and so are what disturbs them.
const WALLS_PER_RUN = 3;

/** `--version` and `--help` against Node that does nothing. */
export const startUp: Row = {
  name: 'start-up',
  what: '`--version`, `--help` against `node -e 0`',
  async measure({ runs, scratch }) {
    const node = (...args: readonly string[]) => ({ program: process.execPath, args, cwd: scratch });
    const commands = [node(PIPEFORM, '--version'), node(PIPEFORM, '--help'), node('-e', '0')] as const;
    const [version, help, nothing] = commands;
    const walls = await alternate(runs * WALLS_PER_RUN, [
      () => wallOf(version),
      () => wallOf(help),
      () => wallOf(nothing),
    ]);
    const peakOf = async (command: (typeof commands)[number]) => (await usageOf(command)).peakBytes;
    const peaks = await alternate(runs, [() => peakOf(version), () => peakOf(help), () => peakOf(nothing)]);
    const finding = (what: string, unit: 'ms' | 'bytes', ours: number, theirs: number): Finding => {
      return { kind: 'ratio', what, against: '`node -e 0`', target: 1.5, unit, ours, theirs };
    };
    return [
      finding('`--version`, wall', 'ms', walls[0], walls[2]),
      finding('`--version`, peak memory', 'bytes', peaks[0], peaks[2]),
      finding('`--help`, wall', 'ms', walls[1], walls[2]),
      finding('`--help`, peak memory', 'bytes', peaks[1], peaks[2]),
    ];
  },
};
