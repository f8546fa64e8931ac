import { arch, cpus, platform, totalmem } from 'node:os';

/** What the figures were taken on, in one line. */
export function describeMachine(runs: number): string {
  const cores = cpus();
  const model = cores[0]?.model.trim() || 'an unknown processor';
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `Node ${process.versions.node}, ${platform()} ${arch()}, ${cores.length} x ${model}, ${memory}; medians of ${runs} runs.`;
}
