import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import { generateFleet } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { sample } from '../effort.ts';
import type { Switches } from '../odd-service/start.ts';
import { control } from './control.ts';
import { openGate } from './gate.ts';
import { fleet, manage, openWorkspace, pipe, readDocument, type Workspace, type WorkspaceOptions } from './harness.ts';

const analytics = fleet.services.analytics ?? '';
const LIST = `GET /v1/organizations/${fleet.organization}/services/${analytics}/pipes`;
const OTHERS = fleet.pipes.filter(({ serviceId, name }) => serviceId === analytics && name !== 'orders-prod');

/** A configuration with one pipe of the quickstart fleet, for a deployment that lists its pipes. */
function openListed(
  listing: Switches['listing'],
  { api = {}, policy = {}, pipes = {} }: Readonly<Record<'api' | 'policy' | 'pipes', JsonObject>> | JsonObject = {},
  address?: WorkspaceOptions['address'],
): Promise<Workspace> {
  return openWorkspace({
    ...(address && { address }),
    switches: { listing },
    document: {
      api: { url: '${PIPEFORM_API_URL}', organization: fleet.organization, listing: true, ...(api as JsonObject) },
      policy: policy as JsonObject,
      pipes: {
        orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }),
        ...(pipes as JsonObject),
      },
    },
  });
}

describe('a deployment that lists the pipes of a service', () => {
  test('is read with one request, and each write is still preceded by a read of the pipe itself', async () => {
    const { run, takeRequests } = await openListed('full');
    expect((await run('plan')).stdout).toContain('~ settings.db_max_threads  4 -> 16');
    expect(takeRequests()).toEqual({ elsewhere: [LIST] });
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(takeRequests()).toEqual({
      elsewhere: [LIST],
      'orders-prod': [
        'GET',
        'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":16,"db_max_insert_threads":2}',
        'GET',
      ],
    });
    expect((await run('drift')).stdout).toContain('No drift.');
    expect(takeRequests()).toEqual({ elsewhere: [LIST] });
  });

  test('pipes that the list shows without settings and scaling are read alone', async () => {
    const { run, takeRequests } = await openListed('summary');
    expect((await run('plan --detailed-exitcode')).code).toBe(2);
    expect(takeRequests()).toEqual({ elsewhere: [LIST], 'orders-prod': ['GET'] });
  });

  test('reports live pipes that nobody manages and configured pipes that are gone', async () => {
    const gone = { service: 'analytics', id: '00000000-0000-4000-8000-000000000000', settings: { db_max_threads: 1 } };
    const { run, folder } = await openListed('full', { pipes: { gone } });
    const planned = await run('plan --format json');
    const plan = readDocument<Plan>(planned.stdout);
    expect(findFaults('plan', plan)).toEqual([]);
    expect(plan.coverage).toMatchObject([{ service: 'analytics', managed: 1, gone: ['gone'] }]);
    expect(plan.coverage[0]?.unmanaged).toHaveLength(OTHERS.length);
    expect(plan.diagnostics).toMatchObject([{ code: 'unmanaged-pipes', severity: 'warning' }]);

    const drift = readDocument<Drift>((await run('drift --format json --metrics drift.prom')).stdout);
    expect(findFaults('drift', drift)).toEqual([]);
    expect(drift.coverage).toEqual(plan.coverage);
    const total = OTHERS.length + 1;
    const words = `analytics 1 of ${total} live pipes managed, gone: gone`;
    expect((await run('plan')).stdout).toContain(`\n  Coverage      ${words}\n`);
    expect((await run('drift --format markdown')).stdout).toContain(`| Coverage | ${words} |`);
    expect((await run('plan --format html')).stdout).toContain(words);
    expect((await run('plan --format github')).stdout).toContain(`\nCoverage: ${words}.\n`);
    const metrics = await readFile(join(folder, 'drift.prom'), 'utf8');
    expect(metrics).toContain(`pipeform_drift_unmanaged_pipes{service="analytics"} ${OTHERS.length}\n`);
    expect(metrics).toContain('pipeform_drift_gone_pipes{service="analytics"} 1\n');
  });

  test('says where a pipe is that another service of the configuration lists', async () => {
    const billing = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c99';
    const services = { ...fleet.services, billing };
    const moved = fleet.pipes.map((one) => (one.name === 'orders-prod' ? { ...one, serviceId: billing } : one));
    const { run, folder, takeRequests } = await openWorkspace({
      fleet: { ...fleet, services, pipes: moved },
      switches: { listing: 'full' },
      document: {
        api: { url: '${PIPEFORM_API_URL}', organization: fleet.organization, listing: true },
        services,
        pipes: { moved: pipe(fleet, 'orders-prod') },
      },
    });
    const words = 'returned 404), but service billing has a pipe with this id.';
    const drift = await run('drift --metrics drift.prom');
    expect(drift.code).toBe(2);
    expect(drift.stdout).toContain(words);
    expect(drift.stdout).toContain(`If the pipe moved, write \`service: billing\` in its configuration.`);
    expect(takeRequests().elsewhere).toContain(LIST.replace(analytics, billing));
    expect(await readFile(join(folder, 'drift.prom'), 'utf8')).not.toContain(`unmanaged_pipes{service="billing"}`);
    const plan = await run('plan');
    expect([plan.code, plan.stdout]).toEqual([1, expect.stringContaining(`error[pipe-elsewhere]`)]);
  });

  test('policy.unmanaged refuses unmanaged pipes with exit code 5, and --force overrides it', async () => {
    const { run, writes } = await openListed('full', { policy: { unmanaged: 'refuse' } });
    const plan = await run('plan --out plan.json');
    expect([plan.code, plan.stdout]).toEqual([5, expect.stringContaining('error[unmanaged-pipes]')]);
    expect((await run('apply --auto-approve')).code).toBe(5);
    expect((await run('apply plan.json')).code).toBe(5);
    expect((await run('drift')).code).toBe(2);
    expect(writes()).toEqual([]);
    expect((await run('apply --auto-approve --force')).code).toBe(0);
  });

  const generated = generateFleet(40, 7);
  const generatedDocument = manage(generated, 'all', { settings: { db_max_threads: 63 } });
  test.each(sample<Partial<Switches>>([{ unset: 'absent', quantities: 'kubernetes' }, {}, { unset: 'default' }]))(
    'the plan is the same with lists, with summaries and without: %o',
    async (switches) => {
      const plans: object[] = [];
      for (const listing of ['none', 'full', 'summary'] as const) {
        const { run } = await openWorkspace({
          fleet: generated,
          switches: { listing, ...switches },
          document: {
            ...generatedDocument,
            api: { url: '${PIPEFORM_API_URL}', organization: generated.organization, listing: listing !== 'none' },
          },
        });
        const plan = readDocument<Plan & { digest: string }>((await run('plan --format json')).stdout);
        expect(plan.coverage.map(({ unmanaged }) => unmanaged)).toEqual(listing === 'none' ? [] : [[]]);
        const { api: _, createdAt: __, digest: ___, scope: ____, project: _____, ...rest } = plan;
        plans.push({ ...rest, coverage: [] });
      }
      expect(plans[1]).toEqual(plans[0]);
      expect(plans[2]).toEqual(plans[0]);
    },
  );
});

describe('a list that is not available', () => {
  test('a deployment without lists is one error that names the key', async () => {
    const { run, takeRequests } = await openListed('none');
    const { code, stdout } = await run('plan');
    expect(code).toBe(1);
    expect(stdout).toContain('error[listing-failed]: The pipes of service analytics could not be listed');
    expect(stdout).toContain('remove `api.listing`');
    expect(takeRequests()).toEqual({ elsewhere: [`${LIST} -> 404`] });
  });

  test('rejected credentials are reported as such', async () => {
    const { run } = await openListed('full');
    const { code, stdout } = await run('plan', { PIPEFORM_KEY_SECRET: 'wrong' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error\[credentials-rejected\]: UNAUTHORIZED: .* returned 401\)\. 0 of 1 pipe read\.$/m);
    expect(stdout.match(/error\[/g)).toHaveLength(1);
  });

  test('a response that is not a list is an invalid response', async () => {
    const { run, sandbox } = await openListed('full');
    const fault = { status: { code: 200, body: 'plain' } };
    await control(sandbox.url, 'PUT', 'faults', { faults: [{ operation: 'list', fault }] });
    const { code, stdout } = await run('plan');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^error\[invalid-response\]: .* the response is not valid for the pipes API\. 0 of 1 pipe read\.$/m,
    );
  });
});

/** A deployment whose list is changed on its way. */
function openChanged(
  change: (list: JsonObject & { result: JsonObject[] }) => JsonObject,
  configuration: JsonObject = {},
): Promise<Workspace> {
  return openListed('full', configuration, ({ url }) =>
    openGate(url, async ({ path }, pass) => {
      const reply = await pass();
      return path.endsWith('/pipes') ? { ...reply, body: JSON.stringify(change(JSON.parse(reply.body ?? ''))) } : reply;
    }),
  );
}

/** The live names of the pipes that a pull added. */
const names = (stdout: string) =>
  readDocument<{ pipes: { liveName: string; status: string }[] }>(stdout)
    .pipes.filter(({ status }) => status === 'added')
    .map(({ liveName }) => liveName)
    .sort();

describe('a list that is not the whole list', () => {
  const firstPage = (list: JsonObject & { result: JsonObject[] }): JsonObject => ({
    ...list,
    result: list.result.filter(({ name }) => name === 'payments-prod'),
    nextPageToken: 'abc',
  });

  test('is a warning that names the key, and the pipes that it lacks are read alone', async () => {
    const { run, writes, takeRequests, folder } = await openChanged(firstPage, { policy: { unmanaged: 'ignore' } });
    const warning =
      'warning[list-not-whole]: The list of the pipes of service analytics may not be complete: the response has `nextPageToken`.';
    const plan = await run('plan');
    expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining(warning)]);
    expect(takeRequests()).toEqual({ elsewhere: [LIST], 'orders-prod': ['GET'] });
    const drift = await run('drift');
    expect([drift.code, drift.stdout]).toEqual([2, expect.stringContaining(warning)]);
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(writes()).toHaveLength(1);
    const pulled = await run('pull --all --service analytics');
    expect([pulled.code, pulled.stderr]).toEqual([0, expect.stringContaining(warning)]);
    expect(await readFile(join(folder, 'pipeform.yaml'), 'utf8')).toContain('payments-prod');
  });

  test('a pipe that is listed twice is planned and adopted once, and read alone when its values differ', async () => {
    const differing = ['orders-prod', 'payments-prod'];
    const { run, takeRequests, live } = await openChanged((list) => ({
      ...list,
      result: list.result.flatMap((one) => {
        const other = { ...one, settings: { ...(one.settings as JsonObject), db_max_threads: 16 } };
        return differing.includes(one.name as string) ? [one, other] : [one, one];
      }),
    }));
    expect((await run('plan')).stdout).toContain('~ settings.db_max_threads  4 -> 16');
    expect(takeRequests()).toEqual({ elsewhere: [LIST], 'orders-prod': ['GET'] });
    const { code, stdout } = await run('pull --all --service analytics --format json');
    expect(code).toBe(0);
    expect(names(stdout)).toEqual(OTHERS.map(({ name }) => name).sort());
    expect(takeRequests()).toEqual({ elsewhere: [LIST], 'payments-prod': ['GET'] });
    expect(live('payments-prod').settings.db_max_threads).not.toBe(16);
    expect((await run('plan --target payments* --detailed-exitcode')).code).toBe(0);
  });
});

describe('pull', () => {
  test('--all adopts every pipe of a service with one request, and then nothing is unmanaged', async () => {
    const { run, takeRequests } = await openListed('full');
    const pulled = await run('pull --all --service analytics --format json');
    expect(pulled).toMatchObject({ code: 0 });
    expect(names(pulled.stdout)).toEqual(OTHERS.map(({ name }) => name).sort());
    expect(takeRequests()).toEqual({ elsewhere: [LIST] });
    const plan = readDocument<Plan>((await run('plan --target * --exclude orders --format json')).stdout);
    expect(plan).toMatchObject({ summary: { update: 0, error: 0 }, coverage: [{ unmanaged: [] }], diagnostics: [] });
    expect((await run('pull --all --service analytics')).stderr).toContain('Nothing was added.');
  });

  test('--all needs api.listing', async () => {
    const { run } = await openListed('full', { api: { listing: false } });
    const { code, stderr } = await run('pull --all --service analytics');
    expect(code).toBe(1);
    expect(stderr).toContain('`api.listing` is not true');
  });

  test('--from reads ids from a file or from stdin, one a line', async () => {
    const { run, shell, write, takeRequests } = await openListed('summary', { api: { listing: false } });
    const [first, second] = OTHERS;
    await write({ 'ids.txt': `# adopted today\r\n\r\n  ${first?.id.toUpperCase()}  \n${first?.id}\n` });
    const pulled = await run('pull --from ids.txt --service analytics --format json');
    expect(names(pulled.stdout)).toEqual([first?.name]);
    expect(takeRequests()).toEqual({ [String(first?.name)]: ['GET'] });
    const piped = await shell(`echo ${second?.id} | $PIPEFORM pull --from - --service analytics --format json`);
    expect(names(piped.stdout)).toEqual([second?.name]);
  });

  test('a file with a line that is no id, without ids or that is missing is an error, and nothing is read', async () => {
    const { run, write, takeRequests } = await openListed('none');
    await write({ 'ids.txt': `${OTHERS[0]?.id}\norders\n`, 'none.txt': '# nothing\n' });
    expect((await run('pull --from ids.txt')).stderr).toContain('ids.txt:2: "orders" is not the id of a pipe.');
    expect((await run('pull --from none.txt')).stderr).toContain('none.txt has no ids.');
    expect((await run('pull --from lost.txt')).stderr).toContain(
      'lost.txt cannot be read. There is no such file or folder.',
    );
    expect(takeRequests()).toEqual({});
  });
});
