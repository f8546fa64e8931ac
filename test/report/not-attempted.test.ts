import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { renderGithub } from '../../src/report/github.ts';
import { renderHtml } from '../../src/report/html/render-html.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { renderDriftText } from '../../src/report/text/pipe-text.ts';
import { renderPlanText } from '../../src/report/text/plan-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { desiredPipe, failure, fleetOf, NOW, pair, planOf, TOOL } from '../plan/samples.ts';

const WHY =
  'the circuit opened after 11 requests in a row failed: no answer, the connection was refused (ECONNREFUSED)';
const COUNTED = '489 of 500 pipes were not read';

const pairs = Array.from({ length: 500 }, (_, index) =>
  pair(
    desiredPipe({ name: `pipe-${String(index).padStart(3, '0')}` }),
    index < 11
      ? failure('network', { attempts: 5, message: 'the connection was refused (ECONNREFUSED)' })
      : failure('not-attempted', { attempts: 0, message: WHY }),
  ),
);
const plan = planOf(pairs);
const drift = findDrift(fleetOf(pairs.map(({ desired }) => desired)), pairs, { now: NOW, tool: TOOL });

describe.each<[string, Report]>([
  ['plan', plan],
  ['drift', drift],
])('pipes that a %s did not attempt after every request failed', (_kind, report) => {
  it('are shown once, with their number and the cause', () => {
    expect(report.diagnostics).toMatchObject([
      { severity: 'error', code: 'circuit-open', summary: `${COUNTED}: ${WHY}.`, file: null },
    ]);
  });

  it('are each an error in the document, in one sentence', () => {
    expect(report.pipes.filter(({ status }) => status === 'error')).toHaveLength(500);
    expect(report.pipes.at(-1)?.diagnostics).toMatchObject([
      {
        code: 'circuit-open',
        summary: 'Pipe pipe-499 could not be read: it was not requested, since everything before it failed.',
        detail: null,
        hint: null,
      },
    ]);
  });

  it.each<[string, (told: Report) => string, number]>([
    ['text', renderText, 30],
    ['markdown', (told) => renderMarkdown(told, { applyCommand: null }), 200],
    ['github', (told) => renderGithub(told, { folder: '' }), 20],
  ])('are summarized in %s', (_format, render, mostLines) => {
    const text = render(report);
    expect(text.split('\n').length).toBeLessThan(mostLines);
    expect(text.split(COUNTED)).toHaveLength(2);
    expect(text).not.toContain('since everything before it failed');
  });

  it('are names in a list in HTML', () => {
    const page = renderHtml(report);
    expect(page).toContain(COUNTED);
    expect(page).toContain('pipe-499');
    expect(page).not.toContain('since everything before it failed');
  });
});

function renderText(report: Report): string {
  if (report.kind === 'run') throw new Error('no run was made');
  const style = createStyle('off');
  return report.kind === 'plan' ? renderPlanText(report, style) : renderDriftText(report, style);
}

it('have a reason that ends with one period', () => {
  const refused = failure('not-attempted', { attempts: 0, message: 'the circuit opened: status 401, Go away.' });
  expect(planOf([pair(desiredPipe(), refused)]).diagnostics).toMatchObject([
    { summary: '1 of 1 pipe was not read: the circuit opened: status 401, Go away.' },
  ]);
});
