import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium, titled, withoutChromium } from '../../report/html/chromium.ts';
import { type FakeService, startFakeService } from './fake-service.ts';
import { openConsole, refresh, rowNames, tabTo } from './open-console.ts';
import { createPipe, createPipes } from './shown-pipes.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CHECK = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => ({
  passed: passes.length,
  violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary).join(' | ')),
}))`;
const HOSTILE = '<img src=x onerror=alert(1)> "\' &amp; \u001b[2J \u202egnp.exe';

describe.skipIf(withoutChromium)(titled('the console in Chromium'), () => {
  let browser: Browser;
  let service: FakeService;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    service = await startFakeService(createPipes());
  });
  afterEach(() => service.close());

  const [orders] = createPipes();
  const fragmentOf = (id: string | undefined) => `#pipe=${id}`;

  test('shows the fleet and a pipe, loads nothing from elsewhere and violates no policy', async () => {
    const { page, requests, messages, violations } = await openConsole(browser, service.url);
    expect(await rowNames(page)).toEqual(['clickstream-prod', 'crm-replica', 'invoices-archive', 'orders-prod']);
    expect(await page.locator('#now').textContent()).toBe('20 Nov 2026 10:42:30');
    expect(await page.locator('#total-firing').textContent()).toBe('1');
    const row = page.getByRole('row', { name: 'orders-prod' });
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      ...['analytics', 'kafka', 'Running', '2 replicas', '48,211', '610/s', '99%', 'ALERT'],
    ]);
    await page.getByRole('link', { name: 'orders-prod' }).click();
    const lag = page.locator('[data-chart=lag]');
    await lag.getByText('min 804, max 48,211').waitFor();
    expect(await lag.locator('.legend').textContent()).toBe(
      'Lag48,211 messagesmin 804, max 48,211Alert above10,000 messages',
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
    expect(requests.filter((address) => !address.startsWith(`${service.url}/`))).toEqual([]);
  });

  test('works by keyboard: filter, open a pipe, edit a value, submit, and go back', async () => {
    const { page } = await openConsole(browser, service.url);
    await tabTo(page, '#filter');
    await page.keyboard.type('ORDERS kafka');
    await page.locator('#count', { hasText: '1 of 4 pipes' }).waitFor();
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
    expect(await done.textContent()).toContain('scaling.replicas 2 → 5');
    expect(await done.textContent()).toContain('settings.db_max_threads 4 → unset');
    expect(await done.textContent()).toContain('Now run pipeform plan or pipeform drift.');
    expect(service.edits).toEqual([{ scaling: { replicas: 5 }, settings: { db_max_threads: null } }]);
    await page.goBack();
    await page.locator('#fleet').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('orders-prod');
    expect(await page.locator('.c-scale').last().textContent()).toBe('5 replicas');
  });

  test('shows an edit made elsewhere, and keeps the typed value', async () => {
    const { page } = await openConsole(browser, service.url, { fragment: fragmentOf(orders?.id) });
    await page.getByLabel('db_max_threads').fill('9');
    Object.assign(service.pipes[0] ?? {}, { scaling: { replicas: 7 }, settings: { db_max_threads: 16 } });
    await page.getByText('Live: 16').waitFor();
    expect(await page.getByLabel('db_max_threads').inputValue()).toBe('9');
    expect(await page.getByLabel('replicas').inputValue()).toBe('7');
    expect(await page.getByLabel('streaming_max_insert_wait_ms').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('db_max_threads').inputValue()).toBe('16');
    expect(await page.locator('#edit-count').textContent()).toBe('');
  });

  test('sends no invalid, non-numeric or unchanged value, and shows what the service rejects', async () => {
    const { page } = await openConsole(browser, service.url, { fragment: fragmentOf(orders?.id) });
    const submit = page.getByRole('button', { name: 'Change the pipe' });
    const replicas = page.getByLabel('replicas');
    await submit.click();
    await page.getByText('Nothing to change').waitFor();
    for (const [typed, problem] of [
      ['11', 'It must be 1 to 10.'],
      ['2.5', 'A whole number is needed.'],
      ['e', 'This is no number.'],
    ] as const) {
      await replicas.clear();
      await replicas.pressSequentially(typed);
      await submit.click();
      await page.getByText(problem).waitFor();
      expect(await replicas.getAttribute('aria-invalid')).toBe('true');
      expect(await page.evaluate('document.activeElement.id')).toBe('scaling.replicas');
    }
    expect(service.edits).toEqual([]);
    service.refusal = `replicas is refused ${HOSTILE}`;
    await replicas.fill('3');
    await submit.click();
    await page.getByRole('alert').filter({ hasText: 'BAD_REQUEST: replicas is refused <img' }).waitFor();
    expect(await replicas.inputValue()).toBe('3');
    expect(await page.evaluate('window.canary')).toBe(0);
  });

  test('has every field of the kind and no other; an unknown pipe is reported as missing', async () => {
    const { page } = await openConsole(browser, service.url);
    const labelsOf = async (name: string) => {
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name }).waitFor();
      const labels = await page.locator('#edit-fields label').allTextContents();
      await page.getByRole('link', { name: 'Fleet' }).click();
      return labels;
    };
    expect(await labelsOf('orders-prod')).toEqual([
      ...['replicas', 'replicaCpuMillicores', 'replicaMemoryGb', 'streaming_max_insert_wait_ms', 'db_max_threads'],
      ...['db_max_insert_threads', 'db_min_insert_block_size_bytes', 'db_max_download_threads'],
      ...['db_parallel_distributed_insert_select', 'db_parallel_view_processing'],
    ]);
    expect(await labelsOf('invoices-archive')).toHaveLength(12);
    expect(await labelsOf('crm-replica')).toHaveLength(6);
    await page.goto(`${service.url}/#pipe=%3Cimg%3E`);
    await page.getByText('No pipe that the console shows has this id.').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('<img>');
    await page.getByRole('link', { name: 'Fleet' }).click();
    expect(await rowNames(page)).toHaveLength(4);
  });

  test('shows hostile text as plain text', async () => {
    const hostile = createPipe(9, { name: HOSTILE, service: HOSTILE, kind: HOSTILE, state: HOSTILE });
    service.pipes.push(hostile);
    hostile.settings = { [HOSTILE]: HOSTILE };
    hostile.alert.state = 'constructor';
    const { page, messages } = await openConsole(browser, service.url);
    await page.locator('#filter').fill('egnp');
    const shown = `<img src=x onerror=alert(1)> "' &amp; \\x1b[2J \\u202egnp.exe`;
    await page.locator('#filter').fill('gnp.exe');
    expect(await rowNames(page)).toEqual([shown]);
    await page.getByRole('link', { name: shown }).click();
    await page.getByText(`Outside the contract, carried as it is: ${shown}`).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe(shown);
    expect(await page.locator('img, iframe, main script').count()).toBe(0);
    expect(await page.evaluate('window.canary')).toBe(0);
    expect(messages).toEqual([]);
  });

  test('shows 2,000 pipes a hundred rows at a time, sorted and filtered across all', async () => {
    service.pipes.push(...Array.from({ length: 1_996 }, (_, index) => createPipe(index + 10)));
    const { page } = await openConsole(browser, service.url);
    expect(await page.locator('#rows tr').count()).toBe(100);
    expect(await page.locator('#page').textContent()).toBe('Page 1 of 20');
    await page.getByRole('button', { name: 'Lag', exact: true }).press('Enter');
    expect(await page.getByRole('columnheader', { name: 'Lag', exact: true }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    expect((await rowNames(page)).slice(0, 2)).toEqual(['orders-prod', 'pipe-2005']);
    await page.getByRole('button', { name: 'Lag', exact: true }).press('Enter');
    expect((await rowNames(page))[0]).toBe('invoices-archive');
    await page.getByRole('button', { name: 'Next' }).click();
    expect((await rowNames(page))[0]).toBe('pipe-108');
    await page.locator('#filter').fill('PIPE-199');
    expect(await page.locator('#count').textContent()).toBe('11 of 2,000 pipes');
    await page.locator('#filter').fill('');
    await page.getByLabel('Only firing').check();
    expect(await rowNames(page)).toEqual(['orders-prod']);
    service.total = 5_000;
    await refresh(page);
    await page.getByText('1 of 2,000 pipes, the first of 5,000').waitFor();
  });

  test('advances the clock', async () => {
    const { page } = await openConsole(browser, service.url);
    await page.getByRole('button', { name: 'Advance 10 min' }).click();
    await page.locator('#now', { hasText: '10:52:30' }).waitFor();
    await page.getByRole('button', { name: '60×' }).click();
    await page.getByText('Runs at 60×').waitFor();
    expect(await page.getByRole('button', { name: '60×' }).getAttribute('aria-pressed')).toBe('true');
    await page.locator('#now', { hasNotText: '10:52' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('#speed', { hasText: 'Paused' }).waitFor();
    expect(service.moves).toEqual([{ advance: '10m' }, { speed: 60 }, { speed: 0 }]);
  });

  test('reports a lost sandbox, keeps the last data, and continues when it returns', async () => {
    const { page } = await openConsole(browser, service.url, { fragment: fragmentOf(orders?.id) });
    await service.close();
    await refresh(page);
    await page.getByText('The sandbox does not answer.').waitFor();
    await page.getByLabel('replicas').fill('4');
    await page.getByRole('button', { name: 'Change the pipe' }).click();
    await page.getByRole('alert').filter({ hasText: 'whether it has changed the pipe is not known' }).waitFor();
    service = await startFakeService(createPipes(), Number(new URL(service.url).port));
    await refresh(page);
    await page.getByText('The sandbox answers again.').waitFor();
    expect(await page.getByLabel('replicas').inputValue()).toBe('4');
  });

  test('is accessible in light and dark: the fleet, a pipe and a form with an error', async () => {
    const { page } = await openConsole(browser, service.url);
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
  });

  test('fits screens from 360 pixels wide', async () => {
    const { page } = await openConsole(browser, service.url);
    const spills = async () => {
      const spilling: number[] = [];
      for (const width of [360, 700, 1_000, 1_280, 2_560]) {
        await page.setViewportSize({ width, height: 740 });
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) spilling.push(width);
      }
      return spilling;
    };
    expect(await spills()).toEqual([]);
    await page.getByRole('link', { name: 'invoices-archive' }).click();
    await page.locator('[data-chart=lag]').getByText('max 24').waitFor();
    expect(await spills()).toEqual([]);
  });
});
