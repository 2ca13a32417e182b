// Opens a config of 5,000 settings in Chromium: time from navigation to first row, key press to paint, edit and diff to paint.
// Run: node scripts/build-web.ts && node bench/browser/config-editor.ts [settings]
import { diffConfig } from '@mission-control/contract/config/diff';
import type { EditableItem } from '@mission-control/contract/config/rules';
import { chromium } from '@playwright/test';
import { startConsole } from '../../e2e/support/console.ts';
import { signIn } from '../../e2e/support/operator.ts';
import { signInOn } from '../../e2e/support/screens.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { median, reportAtMost } from '../measure/figures.ts';
import { changedOnly, NOTE_FIRST, reportPaints, timeToFirst, toPaint } from '../measure/to-paint.ts';

const SETTINGS = Number(process.argv[2] ?? 5000);
/** Settings changed by the newest revision, which Commit lists one by one. */
const CHANGED = 1000;
const ROUNDS = 9;
/** Each key changes the visible rows. */
const KEYS = '4271'.split('');
const TABLE = 'main *:has(> table)';

/** A typical setting: short, long, a URL, or a flag. */
function setting(index: number, more = ''): EditableItem {
  const values = ['True', `value ${index}`, `https://www.example/${index}/${'path/'.repeat(8)}`, 'x'.repeat(350)];
  const key = `SETTING_${String(index).padStart(5, '0')}`;
  return { key, value: `${values[index % 4]}${more}`, type: 2, state: 1, valueTemplate: null, masked: false };
}
const settings = (count: number, more = '') => Array.from({ length: count }, (_, index) => setting(index, more));

const before = settings(SETTINGS);
const after = settings(SETTINGS, ' changed');
const diffs = Array.from({ length: 20 }, () => {
  const begun = performance.now();
  diffConfig(before, after);
  return performance.now() - begun;
});
reportAtMost(`diff of ${SETTINGS} settings that all changed, slowest of 20`, Math.max(...diffs), 100, 'ms');

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
  await context.addInitScript(NOTE_FIRST, 'main tbody button[aria-label^="Edit "]');
  const page = await context.newPage();
  await signInOn(page, server.url);
  const url = `${server.url}/tenant/1/strive/config`;
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) opened.push(await timeToFirst(page, url));
  reportAtMost(`open a config of ${SETTINGS} settings, median of ${ROUNDS}`, median(opened), 1000, 'ms');

  // Pending changes are requested after the first row.
  await page.getByText('Not committed').first().waitFor();
  await page.waitForTimeout(1000);
  const box = page.getByRole('searchbox', { name: 'Search settings' });
  await box.click();
  const keys: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    for (const key of KEYS) keys.push(await toPaint(page, TABLE, 'keydown', () => page.keyboard.press(key)));
    await box.fill('');
    await page.waitForTimeout(500);
  }
  reportPaints('key to paint while searching', keys, { p99: 50 });

  const edits: number[] = [];
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  for (let round = 0; round < 5; round += 1) {
    await page.getByRole('button', { name: `Edit ${setting(round).key}` }).click();
    await dialog.getByLabel('Value').fill(`edited ${round}`);
    edits.push(await toPaint(page, 'body', 'click', () => dialog.getByRole('button', { name: 'Apply' }).click()));
  }
  reportAtMost('Apply to the diff on the screen, median of 5', median(changedOnly(edits, 1)), 100, 'ms');

  await page.getByRole('main').getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  const commit = page.getByRole('main').getByRole('button', { name: /^Commit/ });
  const shown: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    shown.push(await toPaint(page, 'body', 'click', () => commit.click()));
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
  reportAtMost(
    `diff of ${CHANGED} settings on the screen of Commit, median of 5`,
    median(changedOnly(shown, 1)),
    100,
    'ms',
  );
} finally {
  await browser.close();
  await server.dispose();
}
