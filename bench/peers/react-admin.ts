import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { build } from 'vite';
import { signInOn } from '../../e2e/support/screens.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { changedOnly, NOTE_FIRST, timeToFirst, toPaint } from '../measure/to-paint.ts';
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

/** Time to the first row, in ms. From another document, because otherwise only the fragment changes. */
async function openList(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  return timeToFirst(page, url);
}

/** Times of those keys of a word that changed the list. */
async function typeWord(page: Page, box: string, word: string): Promise<number[]> {
  const times: number[] = [];
  await page.locator(box).click();
  for (const key of word) times.push(await toPaint(page, LIST, 'keydown', () => page.keyboard.press(key), SETTLED_MS));
  await page.locator(box).fill('');
  // Wait for the unfiltered list before the next word.
  await page.waitForTimeout(500);
  return changedOnly(times);
}

/** Times in ms of the console and of react-admin, in turns. */
interface Compared {
  own: number[];
  peer: number[];
}

async function compareIn(
  context: BrowserContext,
  own: string,
  peer: string,
  words: readonly string[],
): Promise<{ rows: Compared; keys: Compared }> {
  await context.addInitScript((token) => sessionStorage.setItem('peer', token), BARE_TOKEN);
  await context.addInitScript(NOTE_FIRST, ROWS);
  const page = await context.newPage();
  await signInOn(page, own);
  const urls = { own: `${own}/tenant`, peer: `${peer}/#/tenants` };
  const boxes = { own: 'input[type="search"]', peer: 'input[name="q"]' };
  const rows: Compared = { own: [], peer: [] };
  const keys: Compared = { own: [], peer: [] };
  // The first round fills the caches and warms up the compiler.
  for (let round = 0; round < 8; round += 1)
    for (const side of ['own', 'peer'] as const) {
      const time = await openList(page, urls[side]);
      if (round > 0) rows[side].push(time);
    }
  for (const [turn, word] of [...words.slice(0, 1), ...words].entries())
    for (const side of ['own', 'peer'] as const) {
      await openList(page, urls[side]);
      await page.waitForTimeout(500);
      const times = await typeWord(page, boxes[side], word);
      if (turn > 0) keys[side].push(...times);
    }
  return { rows, keys };
}

/** First row after a navigation with a warm cache, and each key of a search to the last paint of its result, in Chromium. */
export async function compareLists(...compared: [own: string, peer: string, words: readonly string[]]) {
  const browser = await chromium.launch(await findBrowser());
  try {
    return await compareIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }), ...compared);
  } finally {
    await browser.close();
  }
}
