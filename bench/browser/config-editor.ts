// Opens a config of 5,000 settings in Chromium: time from navigation to first row, key press to paint, edit and diff to paint.
// Run: node scripts/build-web.ts && node bench/browser/config-editor.ts [settings]
import { diffConfig } from '@mission-control/contract/config/diff';
import type { EditableItem } from '@mission-control/contract/config/rules';
import { chromium, type Page } from '@playwright/test';
import { startConsole } from '../../e2e/support/console.ts';
import { signIn } from '../../e2e/support/operator.ts';
import { signInOn } from '../../e2e/support/screens.ts';
import { findBrowser } from '../../scripts/browser.ts';

const SETTINGS = Number(process.argv[2] ?? 5000);
/** Settings changed by the newest revision, which Commit lists one by one. */
const CHANGED = 1000;
const ROUNDS = 9;
/** Each key changes the visible rows. */
const KEYS = '4271'.split('');

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const highest = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

function report(what: string, value: number, limit: number): void {
  const ok = value <= limit;
  console.log(`${what}: ${value.toFixed(0)} ms (at most ${limit}): ${ok ? 'ok' : 'TOO MUCH'}`);
  if (!ok) process.exitCode = 1;
}

/** A typical setting: short, long, a URL, or a flag. */
function setting(index: number, more = ''): EditableItem {
  const values = ['True', `value ${index}`, `https://www.example/${index}/${'path/'.repeat(8)}`, 'x'.repeat(350)];
  const key = `SETTING_${String(index).padStart(5, '0')}`;
  return { key, value: `${values[index % 4]}${more}`, type: 2, state: 1, valueTemplate: null, masked: false };
}
const settings = (count: number, more = '') => Array.from({ length: count }, (_, index) => setting(index, more));

/** Records when the first row appears, relative to the start of the navigation. */
const NOTE_FIRST_ROW = () => {
  const look = () => {
    if (!document.querySelector('main tbody button[aria-label^="Edit "]')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { firstRow: performance.now() })));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
};

async function firstRow(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const found = await page.waitForFunction(() => (globalThis as { firstRow?: number }).firstRow);
  return (await found.jsonValue()) ?? 0;
}

/** Time from the next event to the last paint that it causes. */
async function toPaint(page: Page, kind: 'keydown' | 'click', act: () => Promise<void>): Promise<number> {
  await page.evaluate((type) => {
    const noted = { begun: 0, painted: 0 };
    addEventListener(type, (event) => (noted.begun = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() =>
      requestAnimationFrame(() => setTimeout(() => (noted.painted = performance.now()))),
    );
    // Observe only the table while typing: the URL and dependent parts update after a pause.
    const table = document.querySelector('main table')?.parentElement?.parentElement ?? document.body;
    const seen = type === 'keydown' ? table : document.body;
    observer.observe(seen, { childList: true, subtree: true, characterData: true });
    Object.assign(globalThis, { noted, stopNoting: () => observer.disconnect() });
  }, kind);
  await act();
  await page.waitForTimeout(250);
  return page.evaluate(() => {
    const { noted, stopNoting } = globalThis as unknown as {
      noted: { begun: number; painted: number };
      stopNoting: () => void;
    };
    stopNoting();
    return Math.max(0, noted.painted - noted.begun);
  });
}

const before = settings(SETTINGS);
const after = settings(SETTINGS, ' changed');
const diffs = Array.from({ length: 20 }, () => {
  const begun = performance.now();
  diffConfig(before, after);
  return performance.now() - begun;
});
report(`diff of ${SETTINGS} settings that all changed, slowest of 20`, Math.max(...diffs), 100);

const server = await startConsole({ SANDBOX: 'on', SANDBOX_TENANTS: '5' });
const browser = await chromium.launch(await findBrowser());
try {
  const operator = await signIn(server.url);
  const path = '/api/tenant/1/strive';
  for (let from = 0; from < SETTINGS; from += 1000) {
    const { status } = await operator.call('POST', path, { added: before.slice(from, from + 1000) });
    if (status !== 200) throw new Error(`The settings could not be saved: ${status}`);
  }
  await operator.call('PUT', path);
  await operator.call('POST', path, { changed: after.slice(0, CHANGED) });

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(NOTE_FIRST_ROW);
  const page = await context.newPage();
  await signInOn(page, server.url);
  const url = `${server.url}/tenant/1/strive/config`;
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) opened.push(await firstRow(page, url));
  report(`open a config of ${SETTINGS} settings, median of ${ROUNDS}`, median(opened), 1000);

  // Pending changes are requested after the first row.
  await page.getByText('Not committed').first().waitFor();
  await page.waitForTimeout(1000);
  const box = page.getByRole('searchbox', { name: 'Search settings' });
  await box.click();
  const keys: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    for (const key of KEYS) keys.push(await toPaint(page, 'keydown', () => page.keyboard.press(key)));
    await box.fill('');
    await page.waitForTimeout(500);
  }
  console.log(`key to paint while searching, median: ${median(keys).toFixed(0)} ms`);
  report('key to paint while searching, p99', highest(keys, 0.99), 50);

  const edits: number[] = [];
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  for (let round = 0; round < 5; round += 1) {
    await page.getByRole('button', { name: `Edit ${setting(round).key}` }).click();
    await dialog.getByLabel('Value').fill(`edited ${round}`);
    edits.push(await toPaint(page, 'click', () => dialog.getByRole('button', { name: 'Apply' }).click()));
  }
  report('Apply to the diff on the screen, median of 5', median(edits), 100);

  await page.getByRole('main').getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  const commit = page.getByRole('main').getByRole('button', { name: /^Commit/ });
  const shown: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    shown.push(await toPaint(page, 'click', () => commit.click()));
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
  report(`diff of ${CHANGED} settings on the screen of Commit, median of 5`, median(shown), 100);
} finally {
  await browser.close();
  await server.dispose();
}
