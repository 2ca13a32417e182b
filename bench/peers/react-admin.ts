import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { build } from 'vite';
import { signInOn } from '../../e2e/support/screens.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { toPaint } from '../browser/to-paint.ts';
import { BARE_TOKEN } from './bare.ts';

const LIST = 'main *:has(> table)';
/** Wait for paints after a key press: the peer fetches its results from its server. */
const SETTLED_MS = 700;
const ROWS = 'table a[href^="/tenant/"], .RaDatagrid-row';

/** The list as in its documentation, but it searches at once, while its search form waits for 500 ms by default. */
const APP = `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin, BooleanField, Datagrid, fetchUtils, FilterLiveForm, List, Resource, TextField, TextInput } from 'react-admin';
import simpleRest from 'ra-data-simple-rest';

const user = { authenticated: true, token: 'Bearer ' + sessionStorage.getItem('peer') };
const data = simpleRest(location.origin, (url, options) => fetchUtils.fetchJson(url, { ...options, user }));
const texts = ['tenant_name', 'account_name', 'region', 'deployment_group', 'coursepro_version', 'db_version',
  'coursepro_db_host_label', 'licence_expires', 'total_members', 'cpweb_name'];
const actions = h(FilterLiveForm, { debounce: 0 }, h(TextInput, { source: 'q', label: 'Search' }));
const sort = { field: 'tenant_name', order: 'ASC' };
const Tenants = () => h(List, { actions, sort, perPage: 25, debounce: 0 }, h(Datagrid, { rowClick: false },
  ...texts.map((source) => h(TextField, { key: source, source })), h(BooleanField, { source: 'coursepro_cron' })));
createRoot(document.getElementById('root')).render(
  h(Admin, { dataProvider: data, disableTelemetry: true }, h(Resource, { name: 'tenants', list: Tenants })));
`;

/** Builds the list with Vite in production mode; returns the folder of its files. */
export async function buildReactAdmin(root: string): Promise<string> {
  writeFileSync(join(root, 'main.js'), APP);
  const page =
    '<!doctype html><title>Tenants</title><div id="root"></div><script type="module" src="/main.js"></script>';
  writeFileSync(join(root, 'index.html'), page);
  await build({ root, configFile: false, logLevel: 'error', mode: 'production', build: { outDir: 'dist' } });
  return join(root, 'dist');
}

/** Notes when the first row of tenants is painted, from the start of the navigation. */
const NOTE_FIRST_ROW = ([rows, token]: readonly [string, string]): void => {
  sessionStorage.setItem('peer', token);
  const observer = new MutationObserver(() => {
    if (!document.querySelector(rows)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { firstRow: performance.now() })));
  });
  observer.observe(document, { childList: true, subtree: true });
};

async function firstRow(page: Page, url: string): Promise<number> {
  // From another document, because otherwise only the fragment changes.
  await page.goto('about:blank');
  await page.goto(url);
  const found = await page.waitForFunction(() => (globalThis as { firstRow?: number }).firstRow);
  return (await found.jsonValue()) ?? 0;
}

/** Times of those keys of the words that changed the list. */
async function typeWords(page: Page, box: string, words: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const word of words) {
    await page.locator(box).click();
    for (const key of word)
      times.push(await toPaint(page, LIST, 'keydown', () => page.keyboard.press(key), SETTLED_MS));
    await page.locator(box).fill('');
    // Wait for the unfiltered list before the next word.
    await page.waitForTimeout(500);
  }
  const seen = times.filter((time) => time > 0);
  if (seen.length < times.length / 4)
    throw new Error(`${box}: only ${seen.length} of ${times.length} changed anything.`);
  return seen;
}

/** Times in ms of the console and of react-admin, in turns. */
export interface Compared {
  own: number[];
  peer: number[];
}

async function compareIn(
  context: BrowserContext,
  own: string,
  peer: string,
  words: readonly string[],
): Promise<{ rows: Compared; keys: Compared }> {
  await context.addInitScript(NOTE_FIRST_ROW, [ROWS, BARE_TOKEN] as const);
  const page = await context.newPage();
  await signInOn(page, own);
  const urls = { own: `${own}/tenant`, peer: `${peer}/#/tenants` };
  const boxes = { own: 'input[type="search"]', peer: 'input[name="q"]' };
  const rows: Compared = { own: [], peer: [] };
  const keys: Compared = { own: [], peer: [] };
  // The first round fills the caches and warms up the compiler.
  for (let round = 0; round < 8; round += 1)
    for (const side of ['own', 'peer'] as const) {
      const time = await firstRow(page, urls[side]);
      if (round > 0) rows[side].push(time);
    }
  for (const [turn, word] of [...words.slice(0, 1), ...words].entries())
    for (const side of ['own', 'peer'] as const) {
      await firstRow(page, urls[side]);
      await page.waitForTimeout(500);
      const times = await typeWords(page, boxes[side], [word]);
      if (turn > 0) keys[side].push(...times);
    }
  return { rows, keys };
}

/** First row after a navigation with a warm cache, and each key of a search to the last paint of its result, in Chromium. */
export async function compareLists(
  own: string,
  peer: string,
  words: readonly string[],
): Promise<{ rows: Compared; keys: Compared }> {
  const browser = await chromium.launch(await findBrowser());
  try {
    return await compareIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }), own, peer, words);
  } finally {
    await browser.close();
  }
}
