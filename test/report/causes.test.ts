import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import type { Run } from '../../src/model/run.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { renderGithub } from '../../src/report/github.ts';
import { renderHtml } from '../../src/report/html/render-html.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { renderReportText } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { FakeService, type WriteFault } from '../apply/fake-service.ts';
import { runPlan } from '../apply/run-plan.ts';
import { desiredPipe, failure, fleetOf, NOW, pair, pairOf, planOf, TOOL } from '../plan/samples.ts';

const URL = 'http://127.0.0.1:4010';
const REFUSED = { kind: 'network', status: null, message: 'connection refused (ECONNREFUSED)' } as const;
const CAUSE = `Cannot reach ${URL}: connection refused.`;

const name = (index: number) => `pipe-${String(index).padStart(3, '0')}`;
const pairs = Array.from({ length: 500 }, (_, index) =>
  pair(
    desiredPipe({ name: name(index) }),
    index < 11
      ? failure('network', { ...REFUSED, attempts: 5 })
      : failure('circuit-open', { attempts: 0, message: 'stopped after 11 consecutive failures', cause: REFUSED }),
  ),
);

const driftFor = (all: typeof pairs) =>
  findDrift(fleetOf(all.map(({ desired }) => desired)), all, { now: NOW, tool: TOOL });

const FORMATS: readonly (readonly [string, (report: Report) => string])[] = [
  ['text', renderText],
  ['markdown', (report) => renderMarkdown(report, { applyCommand: null })],
  ['github', (report) => renderGithub(report, { folder: '' })],
  ['html', renderHtml],
];

describe.each<[string, Report]>([
  ['plan', planOf(pairs)],
  ['drift', driftFor(pairs)],
])('a %s of 500 pipes of a host that is down', (_kind, report) => {
  it('has every pipe with its diagnostic in the document', () => {
    const codes = report.pipes.map(({ diagnostics }) => diagnostics.map(({ code, summary }) => `${code}: ${summary}`));
    expect(codes.slice(0, 11)).toEqual(Array(11).fill([`network-error: ${CAUSE}`]));
    expect(codes.slice(11)).toEqual(Array(489).fill([`circuit-open: ${CAUSE}`]));
    expect(report.diagnostics).toMatchObject([
      { code: 'circuit-open', summary: CAUSE, detail: '489 of 500 pipes were not requested after the first failures.' },
    ]);
  });

  it.each(FORMATS)('is one error in %s', (_format, render) => {
    const text = render(report).replaceAll(/`|<\/?\w+>/g, '');
    expect(text.split('connection refused.')).toHaveLength(2);
    expect(text).toContain(`${CAUSE} 0 of 500 pipes read.`);
    expect(text).toContain('connection refused (ECONNREFUSED)');
    expect(text).not.toContain('circuit-open');
  });

  it('shows every pipe with --log-level debug', () => {
    const text = renderText(report, true);
    expect(text.split(CAUSE)).toHaveLength(502);
    expect(text).toContain(name(499));
  });
});

it('is one error in a run of pipes that could not be read', async () => {
  const { run } = await runPlan(planOf(pairs.slice(0, 20)), new FakeService([]));
  const text = renderText(run);
  expect(text.split('connection refused.')).toHaveLength(2);
  expect(text).toContain(`${CAUSE} 0 of 20 pipes read.`);
});

it('names the pipes of a cause that others do not share', () => {
  const read = pairOf('read');
  const forbidden = ['a', 'b'].map((one) =>
    pair(desiredPipe({ name: one }), failure('not-allowed', { status: 403, message: 'no' })),
  );
  const lost = pair(desiredPipe({ name: 'lost' }), failure('not-found', { status: 404, message: 'no' }));
  const text = renderText(planOf([read, ...forbidden, lost]));
  expect(text).toContain(`error[not-allowed]: no (not allowed; ${URL} returned 403). 1 of 4 pipes read.`);
  expect(text).toContain('Not read: a and b.');
  expect(text).toMatch(/^! {2}analytics\/lost .*could not be read.*\n {4}error\[pipe-not-found\]/m);
});

describe('a run with updates that failed for the same reason', () => {
  const names = Array.from({ length: 50 }, (_, index) => name(index));
  const change = (one: string) =>
    pairOf(
      one,
      { settings: { db_max_threads: 8 }, scaling: { replicas: 3 } },
      { settings: { db_max_threads: 4 }, scaling: { replicas: 2 } },
    );
  const REFUSED_UPDATE =
    'as scripted (the pipe could not be updated: the service refused the request; it returned 400).';

  /** Of ten pipes, the two writes to the last one pass: more refusals in a row would stop the run. */
  const refuseMost = (index: number): WriteFault => (index % 11 < 9 ? 'rejected' : 'none');

  async function runOf(writes: (index: number) => WriteFault): Promise<Run> {
    const pairs = names.map(change);
    const lives = pairs.flatMap(({ read }) => (read.ok ? [read.pipe] : []));
    const service = new FakeService(lives, { writes: [...names, ...names].map((_, index) => writes(index)) });
    return (await runPlan(planOf(pairs), service)).run;
  }

  it.each(FORMATS)('is one error in %s', async (_format, render) => {
    const text = render(await runOf(refuseMost)).replaceAll(/`|<\/?\w+>/g, '');
    expect(text.split('as scripted')).toHaveLength(2);
    expect(text).toContain(`${REFUSED_UPDATE} 45 of 50 pipes not updated.`);
    expect(text).toContain('Not updated: pipe-000, pipe-001,');
    expect(text).toContain('and 25 more');
  });

  it('names each pipe that failed for another reason', async () => {
    const run = await runOf((index) => (index === 0 ? 'rejected' : 'none'));
    expect(renderText(run)).toContain(`!  analytics/${name(0)}  kafka, Running  failed  `);
    const github = renderGithub(run, { folder: '' });
    expect(github).toContain(`title=analytics/${name(0)}%3A request-rejected::${REFUSED_UPDATE}`);
  });

  it('shows every pipe with --log-level debug, each with the words of the service once', async () => {
    const run = await runOf(refuseMost);
    expect(renderText(run).split('\n').length).toBeLessThan(10);
    const text = renderText(run, true);
    expect(text.split('as scripted')).toHaveLength(46);
  });
});

function renderText(report: Report, isFull = false): string {
  return renderReportText(report, createStyle('off'), { isFull });
}
