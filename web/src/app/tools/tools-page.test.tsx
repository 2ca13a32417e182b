import { waitFor } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../lib/testing/fake-server.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { createAppRouter } from '../routes.tsx';
import type { Session } from '../session/session.ts';
import { ToolsPage } from './tools-page.tsx';
import { ABOUT } from './tool-texts.ts';
import { CONSOLE_PAGES, TOOLS } from './tools.ts';

const links = (page: HTMLElement) => [...page.querySelectorAll('h2 a')];

it('has a card for every tool, in the order of the documents [TOOL-01, TOOL-02, TOOL-03, TOOL-04, TOOL-05, TOOL-06, TOOL-07, TOOL-09, TOOL-10]', async () => {
  const { page } = await renderPage('/tools', ToolsPage, '/tools');
  await waitFor(() => expect(page.querySelector('h1')?.textContent).toBe('Tools'));
  const hrefs = links(page).map((link) => link.getAttribute('href'));
  const documented = [
    '/tools/licence',
    '/tools/importer',
    '/tools/mapper',
    '/tools/create-release',
    '/tools/deploy-release',
    '/tools/seed-tenant',
    '/tools/upload-translations',
    '/tools/utopia',
    '/tools/regenerate-brandings',
  ];
  expect(hrefs.filter((href) => documented.includes(href ?? ''))).toEqual(documented);
  expect(hrefs).toEqual(TOOLS.map(({ href }) => href));
  expect(page.querySelector('[aria-label="Member importer"]')?.textContent).toContain('Work in progress');
});

it('has a second group with the pages of the console, some for admins only (C-137)', async () => {
  const console = (role: string) =>
    startFakeServer({ 'GET /api/console': { user: 'amelia.hart', role, sandbox: false } });
  console('admin');
  const { page } = await renderPage('/tools', ToolsPage, '/tools');
  await waitFor(() =>
    expect([...page.querySelectorAll('h3 a')].map((link) => link.getAttribute('href'))).toEqual([
      '/alerts',
      '/drift',
      '/timeline',
      '/compare',
      '/people',
      '/audit',
      '/fleet',
      '/fleet/import',
    ]),
  );
  expect(links(page)).toHaveLength(TOOLS.length);
  const arrived = console('operator');
  const other = await renderPage('/tools', ToolsPage, '/tools');
  await waitFor(() => expect(arrived.map(({ call }) => call)).toEqual(['GET /api/console']));
  expect([...other.page.querySelectorAll('h3 a')].map((link) => link.getAttribute('href'))).toEqual([
    '/alerts',
    '/drift',
    '/timeline',
    '/compare',
  ]);
});

it('links only to existing pages, and misses no tool', () => {
  const session: Session = {
    state: () => ({ status: 'success', user: 'Amelia Hart' }),
    subscribe: () => () => undefined,
    check: () => Promise.resolve(),
    logOut: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    abandon: () => undefined,
  };
  const pages = Object.keys(createAppRouter({ session, queryClient: new QueryClient() }).routesByPath);
  const hrefs = [...TOOLS, ...CONSOLE_PAGES].map(({ href }) => href);
  expect(hrefs.filter((href) => !pages.includes(href))).toEqual([]);
  const tools = pages.filter((page) => page.startsWith('/tools/') && !page.includes('$'));
  expect(tools.filter((page) => !hrefs.includes(page))).toEqual([]);
});

it('links from the card of the translations to their status, an external page in a new tab [TOOL-08]', async () => {
  const { page } = await renderPage('/tools', ToolsPage, '/tools');
  await waitFor(() => expect(page.querySelector('a[target="_blank"]')).not.toBeNull());
  const status = [...page.querySelectorAll('a[target="_blank"]')];
  expect(status.map((link) => link.closest('article')?.querySelector('h2')?.textContent)).toEqual([
    'Upload translations',
  ]);
  expect(status[0]?.getAttribute('href')).toMatch(/^https:\/\//);
  expect(status[0]?.getAttribute('rel')).toContain('noopener');
});

it('says what every tool and page does', () => {
  const all = [...TOOLS, ...CONSOLE_PAGES].map(({ href }) => href);
  expect(Object.keys(ABOUT).toSorted()).toEqual(all.toSorted());
});
