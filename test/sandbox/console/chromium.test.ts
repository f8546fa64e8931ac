import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FAULT_KINDS } from '../../../src/sandbox/faults/fault-kinds.ts';
import { parsePlan } from '../../../src/sandbox/faults/fault-plan.ts';
import {
  createQuickstartFleet,
  generateFleet,
  type Pipe,
  type Sandbox,
  type SandboxSetup,
  startSandbox,
} from '../../../src/sandbox/index.ts';
import {
  launchChromium,
  type OpenReport,
  openAddress,
  type PageOptions,
  titled,
  withoutChromium,
} from '../../report/html/open-report.ts';
import { call, get, named, patch, put, start } from '../harness.ts';
import { edit, step } from '../observability/harness.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CHECK = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => ({
  passed: passes.length,
  violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary).join(' | ')),
}))`;
const HOSTILE = '<img src=x onerror=alert(1)> "\' &amp; \u001b[2J \u202egnp.exe';

const NAMES = createQuickstartFleet().pipes.map(({ name }) => name);
const ORDERS = `#pipe=${createQuickstartFleet().pipes[0]?.id}`;
const STEPPED = { speed: 0, startAt: Date.UTC(2026, 10, 20, 10, 32, 30) };

/** A sandbox in which the lag of orders-prod has fired its alert, and clickstream-prod is paused. */
async function startConsole(options: SandboxSetup = {}): Promise<Sandbox> {
  const sandbox = await start({ ...STEPPED, ...options });
  await edit(sandbox, 'orders-prod', { scaling: { replicas: 1, replicaCpuMillicores: 125 } });
  await edit(sandbox, 'clickstream-prod', { state: 'Paused' });
  await step(sandbox, '10m');
  await call(sandbox, '/_sandbox/commits', { method: 'DELETE' });
  return sandbox;
}

interface ShownPipe {
  readonly name: string;
  readonly latest: { readonly lag: number; readonly throughput: number } | null;
}

/** The fleet of the control API. */
async function readFleet(sandbox: Sandbox): Promise<readonly ShownPipe[]> {
  return (await call(sandbox, '/_sandbox/fleet')).json.pipes as readonly ShownPipe[];
}

const inWords = (value: number | undefined) => Math.round(value ?? Number.NaN).toLocaleString('en-US');

describe.skipIf(withoutChromium)(titled('the console in Chromium'), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('shows the fleet and a pipe, loads nothing from elsewhere and violates no policy', async () => {
    const sandbox = await startConsole();
    const { page, requests, messages, violations } = await openConsole(browser, sandbox.url);
    expect(await rowNames(page)).toEqual(NAMES.toSorted());
    expect(await page.locator('#now').textContent()).toBe('20 Nov 2026 10:42:30');
    expect(await page.locator('#total-firing').textContent()).toBe('1');
    const { latest } = (await readFleet(sandbox)).find(({ name }) => name === 'orders-prod') ?? {};
    const row = page.getByRole('row', { name: 'orders-prod' });
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      ...['analytics', 'kafka', 'Running', '1 replica', inWords(latest?.lag), `${inWords(latest?.throughput)}/s`],
      ...['100%', 'ALERT'],
    ]);
    await page.getByRole('link', { name: 'orders-prod' }).click();
    const lag = page.locator('[data-chart=lag]');
    await lag.getByText(`max ${inWords(latest?.lag)}`).waitFor();
    expect(await lag.locator('.legend').textContent()).toMatch(
      new RegExp(
        `^Lag${inWords(latest?.lag)} messagesmin [\\d,]+, max ${inWords(latest?.lag)}Alert above10,000 messages$`,
      ),
    );
    // The canvas matches its caption: the line and the threshold, in their colors.
    const colors = await page.evaluate<string[]>(`new Promise((resolve) => requestAnimationFrame(() => {
      const canvas = document.querySelector('[data-chart=lag] canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) seen.add([...data.slice(at, at + 3)].join(' '));
      resolve([...seen]);
    }))`);
    expect(colors).toEqual(expect.arrayContaining(['29 133 141', '192 57 58']));
    expect(messages).toEqual([]);
    expect(await violations()).toEqual([]);
    expect(requests.filter((address) => !address.startsWith(`${sandbox.url}/`))).toEqual([]);
  });

  test('scaling a pipe down by hand grows its lag and fires its alert, and the API shows the edit', async () => {
    const sandbox = await start(STEPPED);
    const { page } = await openConsole(browser, sandbox.url);
    await page.getByRole('link', { name: 'orders-prod' }).click();
    await page.locator('[data-chart=rate]', { hasText: /Throughput\d+ messages\/smin/ }).waitFor();
    expect(await page.locator('#pipe-alert').textContent()).toBe('OK');
    await page.getByLabel('replicas').fill('1');
    await page.getByLabel('replicaCpuMillicores').fill('125');
    await page.getByRole('button', { name: 'Change the pipe' }).click();
    await page.getByText('Changed by hand: 2 values.').waitFor();
    expect((await get(sandbox, 'orders-prod')).json.result?.scaling).toMatchObject({ replicas: 1 });
    await page.getByRole('button', { name: 'Advance 10 min' }).click();
    await page.locator('#now', { hasText: '10:42:30' }).waitFor();
    await page.locator('#pipe-alert', { hasText: 'ALERT' }).waitFor();
    expect(await page.locator('#total-firing').textContent()).toBe('1');
    await page.getByText('6h', { exact: true }).click();
    await page.locator('#series-note', { hasText: 'one every 60 s' }).waitFor();
    // The console is not in the request log.
    expect(sandbox.requests()).toHaveLength(1);
  });

  test('works by keyboard: filter, open a pipe, edit a value, submit, and go back', async () => {
    const sandbox = await startConsole();
    const { page } = await openConsole(browser, sandbox.url);
    await tabTo(page, '#filter');
    await page.keyboard.type('ORDERS kafka');
    await page.locator('#count', { hasText: '1 of 6 pipes' }).waitFor();
    await tabTo(page, '#rows a');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'orders-prod' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('pipe-name');
    await tabTo(page, '#scaling\\.replicas');
    await page.keyboard.type('5');
    await tabTo(page, '#settings\\.db_max_threads');
    await page.keyboard.press('Delete');
    await page.locator('#edit-count', { hasText: '2 changes' }).waitFor();
    await page.keyboard.press('Enter');
    const done = page.getByRole('status').filter({ hasText: 'Changed by hand: 2 values.' });
    await done.waitFor();
    expect(await done.textContent()).toContain('scaling.replicas 1 → 5');
    expect(await done.textContent()).toContain('settings.db_max_threads 4 → unset');
    expect(sandbox.commits().map(({ body }) => body)).toEqual([
      { scaling: { replicas: 5 }, settings: { db_max_threads: null } },
    ]);
    await page.goBack();
    await page.locator('#fleet').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('orders-prod');
    expect(await page.getByRole('row', { name: 'orders-prod' }).locator('.c-scale').textContent()).toBe('5 replicas');
  });

  test('shows an edit made elsewhere, and keeps the typed value', async () => {
    const sandbox = await startConsole();
    const { page } = await openConsole(browser, sandbox.url, { fragment: ORDERS });
    await page.getByLabel('db_max_threads').fill('9');
    const settings = { db_max_threads: 16, streaming_max_insert_wait_ms: null };
    await edit(sandbox, 'orders-prod', { scaling: { replicas: 7 }, settings });
    await page.getByText('Live: 16').waitFor();
    expect(await page.getByLabel('db_max_threads').inputValue()).toBe('9');
    expect(await page.getByLabel('replicas').inputValue()).toBe('7');
    expect(await page.getByLabel('streaming_max_insert_wait_ms').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('db_max_threads').inputValue()).toBe('16');
    expect(await page.locator('#edit-count').textContent()).toBe('');
  });

  test('sends no invalid, non-numeric or unchanged value, and shows what the service rejects', async () => {
    const sandbox = await startConsole();
    const { page } = await openConsole(browser, sandbox.url, { fragment: ORDERS });
    const submit = page.getByRole('button', { name: 'Change the pipe' });
    const replicas = page.getByLabel('replicas');
    await submit.click();
    await page.getByText('Nothing to change').waitFor();
    for (const typed of ['11', '2.5', 'e']) {
      await replicas.clear();
      await replicas.pressSequentially(typed);
      await submit.click();
      expect(await page.locator('#scaling\\.replicas:user-invalid').count()).toBe(1);
      expect(await page.evaluate('document.activeElement.id')).toBe('scaling.replicas');
    }
    expect(sandbox.commits()).toEqual([]);
    const refusal = { status: 400, json: { error: `BAD_REQUEST: replicas is refused ${HOSTILE}` } };
    await page.route('**/_sandbox/pipes/*', (route) => route.fulfill(refusal), { times: 1 });
    await replicas.fill('3');
    await submit.click();
    await page.getByRole('alert').filter({ hasText: 'BAD_REQUEST: replicas is refused <img' }).waitFor();
    expect(await replicas.inputValue()).toBe('3');
    expect(await page.evaluate('window.canary')).toBe(0);
  });

  test('has every field of the kind and no other; an unknown pipe is reported as missing', async () => {
    const sandbox = await startConsole();
    const { page } = await openConsole(browser, sandbox.url);
    const labelsOf = async (name: string) => {
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name }).waitFor();
      const labels = await page.locator('#edit-fields label').allTextContents();
      await page.getByRole('link', { name: '← Fleet' }).click();
      return labels;
    };
    expect(await labelsOf('orders-prod')).toEqual([
      ...['replicas', 'replicaCpuMillicores', 'replicaMemoryGb', 'streaming_max_insert_wait_ms', 'db_max_threads'],
      ...['db_max_insert_threads', 'db_min_insert_block_size_bytes', 'db_max_download_threads'],
      ...['db_parallel_distributed_insert_select', 'db_parallel_view_processing'],
    ]);
    expect(await labelsOf('invoices-archive')).toHaveLength(12);
    expect(await labelsOf('crm-replica')).toHaveLength(6);
    await page.goto(`${sandbox.url}/#pipe=%3Cimg%3E`);
    await page.getByText('No pipe that the console shows has this id.').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('<img>');
    await page.getByRole('link', { name: '← Fleet' }).click();
    expect(await rowNames(page)).toHaveLength(6);
  });

  test('shows hostile text as plain text', async () => {
    const fleet = createQuickstartFleet();
    const [first] = fleet.pipes as readonly [Pipe];
    const serviceId = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c02';
    const hostile = {
      ...first,
      serviceId,
      name: HOSTILE,
      state: HOSTILE,
      source: { [HOSTILE]: {} },
      settings: { [HOSTILE]: HOSTILE },
    };
    const services = { ...fleet.services, [HOSTILE]: serviceId };
    const sandbox = await start({
      ...STEPPED,
      fleet: { ...fleet, services, pipes: [...fleet.pipes.slice(1), hostile] },
    });
    const { page, messages } = await openConsole(browser, sandbox.url);
    await page.locator('#filter').fill('egnp');
    const shown = `<img src=x onerror=alert(1)> "' &amp; \\u{1b}[2J \\u{202e}gnp.exe`;
    await page.locator('#filter').fill('gnp.exe');
    expect(await rowNames(page)).toEqual([shown]);
    await page.getByRole('link', { name: shown }).click();
    await page.getByText(`Outside the contract, kept unchanged: ${shown}`).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe(shown);
    expect(await page.locator('img, iframe, main script').count()).toBe(0);
    expect(await page.evaluate('window.canary')).toBe(0);
    expect(messages).toEqual([]);
  });

  test('shows the first 1,000 pipes a hundred rows at a time, sorted and filtered across all', async () => {
    const sandbox = await start({ ...STEPPED, fleet: generateFleet(1_100, 3) });
    const { page } = await openConsole(browser, sandbox.url);
    const shown = await readFleet(sandbox);
    expect(await page.locator('#rows tr').count()).toBe(100);
    expect(await page.locator('#count').textContent()).toBe('1,000 pipes, the first of 1,100');
    const byLag = shown
      .filter(({ latest }) => latest !== null)
      .sort((a, b) => (a.latest?.lag ?? 0) - (b.latest?.lag ?? 0));
    const firstLag = () => page.locator('#rows .c-lag').first().textContent();
    const lagHeader = page.getByRole('columnheader', { name: 'Lag', exact: true });
    await lagHeader.getByRole('button').press('Enter');
    expect(await lagHeader.getAttribute('aria-sort')).toBe('descending');
    expect(await firstLag()).toBe(inWords(byLag.at(-1)?.latest?.lag));
    await lagHeader.getByRole('button').press('Enter');
    expect(await firstLag()).toBe(inWords(byLag[0]?.latest?.lag));
    await page.getByRole('button', { name: 'Show more' }).click();
    expect(await page.locator('#rows .c-lag').nth(100).textContent()).toBe(inWords(byLag[100]?.latest?.lag));
    expect(await page.locator('#rows tr').count()).toBe(200);
    await page.locator('#filter').fill('SHOP-orders');
    const matching = shown.filter(({ name }) => name.startsWith('shop-orders')).length;
    expect(await page.locator('#count').textContent()).toMatch(new RegExp(`^${matching} of 1,000 pipes`));
    expect(await page.getByRole('button', { name: 'Show more' }).isVisible()).toBe(false);
    await page.locator('#filter').fill('');
    await page.getByLabel('Only firing').check();
    await page.getByText('No pipe matches.').waitFor();
  });

  test('marks on every chart when the pipe was changed and what, and lists it in words', async () => {
    const sandbox = await start(STEPPED);
    await patch(sandbox, 'orders-prod', { replicas: 3 });
    await step(sandbox, '10m');
    await edit(sandbox, 'orders-prod', { state: 'Paused', settings: { db_max_threads: null, [HOSTILE]: HOSTILE } });
    await step(sandbox, '10m');
    const { page } = await openConsole(browser, sandbox.url, { fragment: ORDERS });
    const changes = page.locator('#changes li');
    await changes.first().waitFor();
    const shown = `<img src=x onerror=alert(1)> "' &amp; \\u{1b}[2J \\u{202e}gnp.exe`;
    expect(await changes.allTextContents()).toEqual([
      `20 Nov 2026 10:42:30 UTCstate Running → Paused, db_max_threads 4 → unset, ${shown} unset → ${shown.slice(0, 30)}…by hand`,
      '20 Nov 2026 10:32:30 UTCreplicas 2 → 3through the API',
    ]);
    for (const chart of ['lag', 'rate', 'utilization', 'errors']) {
      expect(await readDrawing(page, chart)).toEqual(
        expect.arrayContaining(['10:32 replicas 2 → 3', '10:42 state Running → Paused, 2 more']),
      );
    }
    // The lag is some hundreds: without the threshold, its axis would end there.
    expect(await readDrawing(page, 'lag')).toEqual(expect.arrayContaining(['10K', 'alert above 10,000']));
    await page.getByText('15m', { exact: true }).click();
    await expect.poll(() => changes.count(), { timeout: 10_000 }).toBe(1);
    expect(await readDrawing(page, 'lag')).not.toContain('10:32 replicas 2 → 3');
    expect(await page.evaluate('window.canary')).toBe(0);
  });

  test('leaves out labels of changes that have no space, and keeps them in the list', async () => {
    const sandbox = await start(STEPPED);
    for (let change = 0; change < 12; change += 1) {
      await edit(sandbox, 'orders-prod', { scaling: { replicas: 3 + (change % 2) } });
      await step(sandbox, '4m');
    }
    const { page } = await openConsole(browser, sandbox.url, { fragment: ORDERS });
    await page.locator('#changes li').first().waitFor();
    expect(await page.locator('#changes li').count()).toBe(12);
    const labels = (await readDrawing(page, 'lag')).filter((text) => text.includes('replicas'));
    expect(labels.length).toBeGreaterThan(2);
    expect(labels.length).toBeLessThan(12);
  });

  test('turns faults of the plan and ready-made ones on and off, by keyboard too', async () => {
    const plan = parsePlan('faults: [{ operation: get, pipe: orders-*, fault: { status: 502 } }]', FAULT_KINDS);
    const sandbox = await start({ ...STEPPED, faults: plan });
    const { page } = await openConsole(browser, sandbox.url);
    expect(await page.locator('#faults-state').textContent()).toBe('1 on');
    await page.getByRole('link', { name: 'Faults' }).click();
    const planned = page.getByRole('switch', { name: /^status: returns a status/ });
    await planned.waitFor();
    expect(await planned.isChecked()).toBe(true);
    const status = async (name = 'orders-prod') => (await get(sandbox, name)).status;
    expect(await status()).toBe(502);
    await page.locator('#faults-plan', { hasText: 'fired 1 time' }).waitFor();
    await planned.focus();
    await page.keyboard.press('Space');
    await page.locator('#faults-state', { hasText: 'off' }).waitFor();
    expect(await status()).toBe(200);
    const asleep = page.getByRole('switch', { name: /^Idle services: all pipes return 424/ });
    await asleep.focus();
    await page.keyboard.press('Space');
    await page.locator('#faults-count', { hasText: '1 fault on.' }).waitFor();
    expect(await page.evaluate('document.activeElement.closest("li").textContent')).toContain('Idle services');
    expect(await page.locator('#faults-plan li').count()).toBe(1);
    expect(await status('payments-prod')).toBe(424);
    // Another client changes the plan, and the page follows.
    await call(sandbox, '/_sandbox/faults', { method: 'PATCH', body: { enabled: true } });
    await page.locator('#faults-count', { hasText: '2 faults on.' }).waitFor();
    expect(await planned.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Turn all off' }).click();
    await page.locator('#faults-count', { hasText: 'No fault is on.' }).waitFor();
    expect(await status()).toBe(200);
  });

  test('lists the latest requests of both APIs, newest first and bounded, without credentials', async () => {
    const plan = parsePlan('faults: [{ operation: put, fault: { reset: after } }]', FAULT_KINDS);
    const sandbox = await start({ ...STEPPED, faults: plan, accessToken: 'right-token' });
    const { page } = await openConsole(browser, sandbox.url, { fragment: '#view=activity' });
    await page.getByText('No request yet.').waitFor();
    await patch(sandbox, 'orders-prod', { replicas: 3 });
    await call(sandbox, '/api/v2/charts/series', { method: 'POST', headers: { authorization: 'Bearer wrong-token' } });
    await put(sandbox, 'orders-prod', { db_max_threads: 9 });
    await call(sandbox, '/<b>x');
    await page.locator('#requests-count', { hasText: '4 requests' }).waitFor();
    const rows = async () =>
      (await page.locator('#requests tr').all()).reduce<Promise<string[][]>>(
        async (all, row) => [...(await all), (await row.locator('td').allTextContents()).slice(1)],
        Promise.resolve([]),
      );
    const [organization, service, pipe] = [
      sandbox.fleet.organization,
      named(sandbox, 'orders-prod').serviceId,
      named(sandbox, 'orders-prod').id,
    ].map((id) => `${id.slice(0, 8)}…`);
    const path = `/v1/organizations/${organization}/services/${service}/pipes/${pipe}`;
    expect(await rows()).toEqual([
      ['404 not found', 'GET', '', '/<b>x', ''],
      ['no answer', 'PUT', 'orders-prod', `${path}/settings`, 'committed, fault: reset'],
      ['401 not authorized', 'POST', '', '/api/v2/charts/series', ''],
      ['200 OK', 'PATCH', 'orders-prod', `${path}/scaling`, 'committed'],
    ]);
    expect(await page.locator('#requests .c-time').first().textContent()).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(await page.content()).not.toMatch(/wrong-token|right-token|Bearer|Basic/);
    for (let sent = 0; sent < 110; sent += 1) await call(sandbox, `/number/${sent}`);
    await page.locator('#requests-count', { hasText: 'The latest 100 of 114 requests' }).waitFor();
    expect(await page.locator('#requests tr').count()).toBe(100);
    expect((await rows())[0]?.[3]).toBe('/number/109');
  });

  test('copies the ids of a pipe, its service and its organization, keeps the focus and says so', async () => {
    const sandbox = await start(STEPPED);
    const { page } = await openConsole(browser, sandbox.url, { fragment: ORDERS });
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id, serviceId } = named(sandbox, 'orders-prod');
    const wanted = { pipe: id, service: serviceId, organization: sandbox.fleet.organization };
    for (const [name, value] of Object.entries(wanted)) {
      const button = page.getByRole('button', { name: `Copy the id of the ${name}` });
      await button.focus();
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .filter({ hasText: `Copied: the id of the ${name}.` })
        .waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value);
      expect(await page.evaluate('document.activeElement.ariaLabel')).toBe(`Copy the id of the ${name}`);
    }
    await page.context().clearPermissions();
  });

  test('selects the text where the browser does not let the page copy', async () => {
    const sandbox = await start(STEPPED);
    const { page } = await openConsole(browser, sandbox.url, { fragment: ORDERS });
    // As on an address that is neither loopback nor HTTPS.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy the id of the pipe' }).click();
    await page.getByRole('status').filter({ hasText: 'Copy it with the keyboard.' }).waitFor();
    expect(await page.evaluate('getSelection().toString()')).toBe(named(sandbox, 'orders-prod').id);
  });

  test('advances the clock', async () => {
    const sandbox = await startConsole();
    const { page } = await openConsole(browser, sandbox.url);
    await page.getByRole('button', { name: 'Advance 10 min' }).click();
    await page.locator('#now', { hasText: '10:52:30' }).waitFor();
    await page.getByRole('button', { name: '60×' }).click();
    await page.getByText('Runs at 60×').waitFor();
    expect(await page.getByRole('button', { name: '60×' }).getAttribute('aria-pressed')).toBe('true');
    await page.locator('#now', { hasNotText: '10:52' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('#speed', { hasText: 'Paused' }).waitFor();
    expect(sandbox.simulationClock.speed()).toBe(0);
  });

  test('reports a lost sandbox, keeps the last data, and continues when it returns', async () => {
    const sandbox = await startSandbox(STEPPED);
    const { page } = await openConsole(browser, sandbox.url, { fragment: ORDERS });
    await sandbox.close();
    await refresh(page);
    await page.getByText('The sandbox does not respond.').waitFor();
    await page.getByLabel('replicas').fill('4');
    await page.getByRole('button', { name: 'Change the pipe' }).click();
    await page.getByRole('alert').filter({ hasText: 'whether it changed the pipe is unknown' }).waitFor();
    const again = await startSandbox({ ...STEPPED, port: Number(new URL(sandbox.url).port) });
    onTestFinished(() => again.close());
    await refresh(page);
    await page.getByText('The sandbox responds again.').waitFor();
    expect(await page.getByLabel('replicas').inputValue()).toBe('4');
  });

  test('is accessible in light and dark: the fleet, a pipe and a form with an error', async () => {
    const sandbox = await startConsole();
    const { page } = await openConsole(browser, sandbox.url);
    await page.evaluate(AXE);
    const check = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const checked = await page.evaluate<{ passed: number; violations: string[] }>(CHECK);
        expect(checked.violations).toEqual([]);
        expect(checked.passed).toBeGreaterThan(20);
      }
    };
    await check();
    await page.getByRole('link', { name: 'orders-prod' }).click();
    await page.getByLabel('replicas').fill('99');
    await page.getByRole('button', { name: 'Change the pipe' }).click();
    await check();
    await patch(sandbox, 'orders-prod', { replicas: 3 });
    for (const view of ['Activity', 'Faults']) {
      await page.getByRole('link', { name: view }).click();
      await page.getByRole('heading', { name: view }).waitFor();
      await check();
    }
  });

  test('fits screens from 360 pixels wide, with the state and the alert of each pipe in view', async () => {
    const sandbox = await startConsole();
    const { page } = await openConsole(browser, sandbox.url);
    const spills = async () => {
      const spilling: number[] = [];
      for (const width of [360, 700, 1_000, 1_280, 2_560]) {
        await page.setViewportSize({ width, height: 740 });
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) spilling.push(width);
      }
      return spilling;
    };
    expect(await spills()).toEqual([]);
    for (const width of [360, 700]) {
      await page.setViewportSize({ width, height: 844 });
      const inView = await page.evaluate<number>(`
        [...document.querySelectorAll('#rows :is(.c-name, .c-state, .c-alert) > *')].filter((cell) => {
          const [own, sheet] = [cell, cell.closest('.table')].map((element) => element.getBoundingClientRect());
          return own.width > 0 && own.left >= sheet.left && own.right <= sheet.right && sheet.right <= innerWidth;
        }).length
      `);
      expect(inView).toBe(3 * NAMES.length);
    }
    await page.getByRole('link', { name: 'invoices-archive' }).click();
    await page
      .locator('[data-chart=lag]')
      .getByText(/max \d/)
      .waitFor();
    expect(await spills()).toEqual([]);
    await get(sandbox, 'orders-prod');
    for (const view of ['Activity', 'Faults']) {
      await page.getByRole('link', { name: view }).click();
      await page.getByRole('heading', { name: view }).waitFor();
      expect(await spills()).toEqual([]);
    }
  });
});

/** Opens the console and waits until it shows the fleet or the pipe of the fragment. */
async function openConsole(
  browser: Browser,
  url: string,
  { fragment = '', ...options }: PageOptions & { readonly fragment?: string } = {},
): Promise<OpenReport> {
  const opened = await openAddress(browser, `${url}/${fragment}`, options);
  await opened.page.locator('#total-pipes', { hasText: /\d/ }).waitFor();
  return opened;
}

/** The texts that the next drawing of a chart writes on its canvas. */
async function readDrawing(page: Page, chart: string): Promise<readonly string[]> {
  await page.evaluate(`{
    window.drawn = [];
    const context = document.querySelector('[data-chart=${chart}] canvas').getContext('2d');
    context.fillText = (text) => window.drawn.push(text);
  }`);
  await refresh(page);
  // Not with waitForFunction, which evaluates a text in the page: its policy forbids that.
  await expect.poll(() => page.evaluate('window.drawn.length'), { timeout: 10_000 }).toBeGreaterThan(0);
  return page.evaluate<readonly string[]>('window.drawn');
}

/** Like the page does every two seconds. */
async function refresh(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
}

function rowNames(page: Page): Promise<string[]> {
  return page.locator('#rows th a').allTextContents();
}

/** Presses the tab key until the wanted element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`${selector} cannot be reached with the tab key`);
}
