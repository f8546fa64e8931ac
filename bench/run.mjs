// Measures what bench/README.md describes and prints a table in Markdown. Everything is served on loopback by the sandbox,
// in a process of its own. Figures are medians; the targets are ratios of figures taken in the same run.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const pipeform = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pipeform-bench-'));

try {
  const startUp = median(RUNS, () => timeCommand(process.execPath, [pipeform, '--version'], {}));
  const rows = [['start-up (`--version`)', seconds(startUp), '', '', '']];

  const latency = await withFleet(2000, ['--latency', '50ms'], (fleet) =>
    median(RUNS, () => fleet.plan(['--parallelism', '32'])),
  );
  const ideal = (2000 / 32) * 50;
  rows.push(
    row(
      '`plan`, 2,000 pipes, 50 ms, parallelism 32',
      latency,
      'ideal 2000 / 32 x 50 ms, plus start-up',
      ideal + startUp,
      (1.25 * ideal + startUp) / (ideal + startUp),
    ),
  );

  const unchanged = await withFleet(1000, [], (fleet) => median(RUNS, () => fleet.plan(['--parallelism', '32'])));
  const terraform = planWithTerraform(1000);
  rows.push(
    terraform === null
      ? [
          '`plan`, 1,000 unchanged pipes, loopback',
          seconds(unchanged),
          'terraform is not installed: skipped',
          '',
          'skipped',
        ]
      : row(
          '`plan`, 1,000 unchanged pipes, loopback',
          unchanged,
          '`terraform plan`, 1,000 `terraform_data`',
          terraform,
          1,
        ),
  );

  const machine = `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB; medians of ${RUNS} runs.`;
  process.stdout.write(`${machine}\n\n${table(['what', 'Pipeform', 'against', 'that', 'ratio (target)'], rows)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Serves a generated fleet with the configuration that matches it, and plans against it. */
async function withFleet(size, options, measure) {
  const config = join(folder, `fleet-${size}`);
  const sandbox = spawn(
    process.execPath,
    [pipeform, 'sandbox', '--port', '0', '--fleet', String(size), '--write-config', config, ...options],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => sandbox.once('close', resolve));
  try {
    const url = await new Promise((resolve, reject) => {
      createInterface({ input: sandbox.stdout }).on('line', (line) => {
        const address = /^Sandbox: (\S+)/.exec(line)?.[1];
        if (address !== undefined) resolve(address);
      });
      sandbox.once('close', () => reject(new Error('the sandbox ended before it listened')));
    });
    const env = { PIPEFORM_API_URL: url, PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' };
    return measure({
      plan: (args) =>
        timeCommand(process.execPath, [pipeform, 'plan', '--detailed-exitcode', ...args], { cwd: config, env }),
    });
  } finally {
    sandbox.kill('SIGTERM');
    await ended;
  }
}

/** The median of `terraform plan` over resources that need no network, after one apply; null where terraform is absent. */
function planWithTerraform(resources) {
  if (spawnSync('terraform', ['version']).error !== undefined) return null;
  const cwd = join(folder, 'terraform');
  mkdirSync(cwd);
  const blocks = Array.from({ length: resources }, (_, index) => {
    const input = `{ name = "pipe-${index}", replicas = 2, threads = 8, wait = 5000, cpu = 250, memory = 1 }`;
    return `resource "terraform_data" "pipe_${index}" {\n  input = ${input}\n}\n`;
  });
  writeFileSync(join(cwd, 'main.tf'), blocks.join('\n'));
  const env = { CHECKPOINT_DISABLE: '1' };
  timeCommand('terraform', ['init', '-input=false', '-no-color'], { cwd, env });
  timeCommand('terraform', ['apply', '-auto-approve', '-input=false', '-no-color'], { cwd, env });
  return median(RUNS, () =>
    timeCommand('terraform', ['plan', '-input=false', '-no-color', '-detailed-exitcode'], { cwd, env }),
  );
}

/** Wall time in milliseconds of a command that must succeed. */
function timeCommand(command, args, { cwd = folder, env = {} }) {
  const startedAt = process.hrtime.bigint();
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const tookMs = Number(process.hrtime.bigint() - startedAt) / 1e6;
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`);
  return tookMs;
}

function median(runs, measure) {
  const figures = Array.from({ length: runs }, measure).sort((a, b) => a - b);
  return figures[Math.floor(figures.length / 2)];
}

function row(what, figure, against, that, target) {
  const ratio = figure / that;
  return [
    what,
    seconds(figure),
    against,
    seconds(that),
    `${ratio.toFixed(2)} (at most ${target.toFixed(2)}): ${ratio <= target ? 'met' : 'missed'}`,
  ];
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
