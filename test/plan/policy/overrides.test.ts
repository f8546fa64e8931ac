import { describe, expect, it } from 'vitest';
import { readJournal } from '../../../src/journal/read-journal.ts';
import type { Override } from '../../../src/model/plan.ts';
import { renderReportText } from '../../../src/report/text/render-text.ts';
import { createStyle } from '../../../src/report/text/style.ts';
import { FakeService } from '../../apply/fake-service.ts';
import { writeText } from '../../apply/journaled-run.ts';
import { createMemoryJournal } from '../../apply/memory-journal.ts';
import { runPlan } from '../../apply/run-plan.ts';
import { codes, pair, planOf } from '../samples.ts';
import { fleet, live, reviewed, wanted } from '../saved/review.ts';

const planned: Override = { policy: 'freeze', reason: 'incident 12' };
const own: Override = { policy: 'freeze', reason: 'incident 13' };
const plan = planOf([pair(wanted, live)], { allowances: { overrides: [planned] } });

describe('an override', () => {
  it('is in the plan, and a warning shows its reason', () => {
    expect(plan.overrides).toEqual([planned]);
    expect(plan.diagnostics).toMatchObject([
      { severity: 'warning', code: 'policy-overridden', summary: 'policy.freeze is overridden: incident 12' },
    ]);
  });

  it('holds from the saved plan to its apply, where another reason replaces it', () => {
    expect(reviewed(plan, fleet)).toEqual(plan);
    const again = reviewed(plan, fleet, { allowances: { overrides: [own] } });
    expect(again.overrides).toEqual([own]);
    expect(codes(again.diagnostics)).toEqual(['policy-overridden']);
  });

  it('is in the run and its text, and in the journal', async () => {
    const journal = createMemoryJournal();
    const service = new FakeService([live]);
    const { run } = await runPlan(reviewed(plan, fleet), service, {}, undefined, null, journal);
    expect(run.overrides).toEqual([planned]);
    expect(renderReportText(run, createStyle('off'))).toContain('incident 12');
    const read = readJournal(writeText(journal.entries), { id: run.id, name: 'run-1.jsonl' });
    expect(read).toMatchObject({ ok: true, journaled: { run: { overrides: [planned] } } });
  });
});
