import { expect, test } from 'vitest';
import type * as Library from '../../src/index.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { CREDENTIALS, openWorkspace, pipe } from '../e2e/harness.ts';

const LIVE = createQuickstartFleet();
const faster = (name: string, threads: number) => pipe(LIVE, name, { settings: { db_max_threads: threads } });

test('rollback of the built library restores what a run wrote, by its document or its name', async () => {
  const { apply, loadFleet, plan, renderReport, rollback }: typeof Library = await import(
    new URL('../../dist/index.js', import.meta.url).href
  );
  const pipes = { orders: faster('orders-prod', 16), payments: faster('payments-prod', 17) };
  const workspace = await openWorkspace({ document: { pipes } });
  const variables = { ...CREDENTIALS, PIPEFORM_API_URL: workspace.sandbox.url };
  const { fleet } = await loadFleet({ cwd: workspace.folder, variables });
  if (fleet === null) throw new Error('the fleet was not loaded');
  const run = await apply(await plan(fleet, { variables }), fleet, { variables });
  expect(run.summary).toMatchObject({ applied: 2 });

  workspace.takeRequests();
  const edited = { ...JSON.parse(await renderReport(run, { format: 'json' })), environment: 'elsewhere' };
  const refused = await Promise.all([
    rollback('20000101', fleet, { variables }),
    rollback(edited, fleet, { variables }),
  ]);
  expect(refused.map(({ diagnostics }) => diagnostics.map(({ code }) => code))).toEqual([
    ['run-not-found'],
    ['report-edited'],
  ]);
  expect(workspace.writes()).toEqual([]);

  const events: string[] = [];
  const onEvent = ({ type }: Library.RunEvent) => events.push(type);
  const ofDocument = await rollback(run, fleet, { variables, target: ['orders'], onEvent });
  expect(ofDocument).toMatchObject({ rollsBack: run.id, pipes: [{ name: 'orders', status: 'applied' }] });
  expect([events[0], events.at(-1)]).toEqual(['run_start', 'run_done']);
  const ofOrders = { streaming_max_insert_wait_ms: 5000, db_max_threads: 4, db_max_insert_threads: 2 };
  expect(workspace.writes()).toEqual([`orders-prod PUT settings ${JSON.stringify(ofOrders)}`]);

  workspace.takeRequests();
  await workspace.editLive('payments-prod', { settings: { db_max_threads: 3 } });
  const ofName = await rollback(run.id, fleet, { variables });
  expect(ofName.pipes).toMatchObject([
    { name: 'orders', status: 'unchanged' },
    { name: 'payments', status: 'unchanged', diagnostics: [{ code: 'rollback-left' }] },
  ]);
  expect(workspace.writes()).toEqual([]);
});
