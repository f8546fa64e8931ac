import { expect, test } from 'vitest';
import { briefReport } from '../../src/report/view-model/brief.ts';
import { assessReport } from '../../src/report/view-model/verdict.ts';
import {
  cleanDrift,
  failedPlan,
  pricedPlan,
  refusedPlan,
  sampleDrift,
  samplePlan,
  sampleRun,
} from './sample-reports.ts';

test('a chat shows what needs attention first, its reason or first fields, and how many more there are', async () => {
  const plans = [samplePlan(), refusedPlan(), failedPlan(), pricedPlan()];
  const reports = [...plans, sampleDrift(), cleanDrift(), sampleRun()];
  const texts = reports.map((report) => [assessReport(report).headline, ...briefReport(report)].join('\n'));
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('golden/brief.txt');
});
