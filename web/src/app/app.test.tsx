import { createRoot } from 'react-dom/client';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { credentials } from '../lib/api/api.ts';
import { fakeFailure, startFakeServer, type FakeResponse } from '../lib/testing/fake-server.ts';
import { createApp } from './create-app.tsx';

const signIn = { token: 't2', refreshToken: 'r2', user: 'Amelia Hart' };
const tenants = { tenants: [] };
const ended: (() => void)[] = [];
// The test browser does not support popovers; the menu is in the page anyway.
HTMLElement.prototype.hidePopover ??= () => undefined;

// Pages load on demand; the first load takes longer than a test waits.
beforeAll(async () => {
  await Promise.all([import('../features/tenants/pages/tenant-list-page.tsx'), import('./about-page.tsx')]);
}, 30_000);

afterEach(() => {
  for (const end of ended.splice(0)) end();
  localStorage.clear();
  sessionStorage.clear();
});

interface Opening {
  signedIn?: boolean;
  answers?: Record<string, FakeResponse>;
}

async function openConsole(address: string, { signedIn = true, answers = {} }: Opening = {}) {
  const arrived = startFakeServer({
    'GET /api/authenticate/verify': signIn,
    'POST /api/authenticate/logout': {},
    'GET /api/tenant': tenants,
    ...answers,
  });
  // Not credentials.clear(): it would notify the sessions of earlier consoles, which would navigate to their sign-in.
  if (!signedIn) sessionStorage.clear();
  window.history.replaceState(null, '', address);
  const place = document.body.appendChild(document.createElement('div'));
  const drawn = createRoot(place);
  const listeners: (() => void)[] = [];
  drawn.render(createApp({ announceLogout: () => undefined, onLoggedOut: (listener) => listeners.push(listener) }));
  ended.push(() => {
    drawn.unmount();
    place.remove();
  });
  const all = () => arrived.map(({ call }) => call);
  const calls = () => all().filter((call) => !call.startsWith('GET /api/events'));
  return { page: place, all, calls, path: () => window.location.pathname + window.location.search };
}

/** Sets a field as typing would. */
function type(field: HTMLInputElement | null, text: string): void {
  if (!field) throw new Error('There is no field to type into.');
  field.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

// First, because the sessions of earlier consoles would also receive the logout.
describe('signing out', () => {
  it('is Logout in the menu of the chip; then only Log in signs in again [SHELL-70, AUTH-16]', async () => {
    const { page, path, calls } = await openConsole('/tenant');
    await waitFor(() => expect(page.textContent).toContain('Amelia Hart'));
    const logout = [...document.querySelectorAll('[role="menuitem"]')].find((item) => item.textContent === 'Logout');
    if (!logout) throw new Error('The menu has no Logout.');
    await userEvent.click(logout);
    await waitFor(() => expect(page.textContent).toContain('You are logged out.'));
    expect(path()).toBe('/');
    expect(credentials.read()).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(calls()).not.toContain('GET /api/authenticate/verify');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });
});

describe('the frame', () => {
  it('has title, search, places, year and the user chip [SHELL-67, SHELL-68, SHELL-69, SHELL-81, SHELL-82]', async () => {
    const { page } = await openConsole('/tenant');
    await waitFor(() => expect(page.querySelector('h1')?.textContent).toBe('Tenants'));
    expect(page.querySelector('header')?.textContent).toContain('Mission Control');
    expect(page.querySelector('header input')?.getAttribute('placeholder')).toBe('Start typing to Search');
    expect(page.querySelector('header')?.textContent).toContain('Amelia Hart');
    expect([...page.querySelectorAll('nav[aria-label="Main"] a')].map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Monitor',
      'Cron Statistics',
      'Tenants',
      'Environment',
      'Databases',
      'Tools',
      'About',
    ]);
    expect(page.querySelector('footer')?.textContent).toContain(String(new Date().getFullYear()));
  });

  it('goes one step in the history on a double click of a link', async () => {
    const { path } = await openConsole('/tenant');
    const about = await screen.findByRole('link', { name: 'About' });
    const before = window.history.length;
    await userEvent.dblClick(about);
    await waitFor(() => expect(path()).toBe('/about'));
    expect(window.history.length).toBe(before + 1);
  });

  it('says on every page that the console runs on the sandbox', async () => {
    const console = { user: 'Amelia Hart', role: 'admin', sandbox: true };
    const { page } = await openConsole('/tenant', { answers: { 'GET /api/console': console } });
    await waitFor(() => expect(page.querySelector('header')?.textContent).toContain('Sandbox'));
    expect(page.querySelector('footer')?.textContent).toContain('Sandbox fleet: no real server is reached');
  });

  it('requests the changes since the page was opened when it starts the live feed', async () => {
    const { all } = await openConsole('/tenant');
    await waitFor(() =>
      expect(all().some((call) => /^GET \/api\/events\?age=\d+&tab=[\da-f-]{36}$/.test(call))).toBe(true),
    );
  });

  it('leads from the drawer to each of its places [SHELL-73..80]', async () => {
    const { page } = await openConsole('/nowhere');
    const places = [
      ['Monitor', '/monitor'],
      ['Cron Statistics', '/cron'],
      ['Tenants', '/tenant'],
      ['Environment', '/environment'],
      ['Databases', '/database'],
      ['Tools', '/tools'],
      ['Dashboard', '/dashboard'],
      ['About', '/about'],
    ] as const;
    await waitFor(() => expect(page.querySelectorAll('nav[aria-label="Main"] a')).toHaveLength(places.length));
    for (const [label, address] of places) {
      const links = [...page.querySelectorAll('nav[aria-label="Main"] a')];
      const link = links.find((one) => one.textContent === label);
      if (!link) throw new Error(`The drawer has no ${label}.`);
      await userEvent.click(link);
      await waitFor(() => expect(window.location.pathname).toBe(address));
    }
    await waitFor(() => expect(page.querySelector('h1')?.textContent).toBe('About'));
  });

  it.each([
    ['/bulk', 'Tenants'],
    ['/compare', 'Tools'],
    ['/runs', 'Tools'],
  ])('marks the place of %s in the drawer: %s', async (address, place) => {
    const { page } = await openConsole(address);
    await waitFor(() => expect(page.querySelector('nav[aria-label="Main"] a[aria-current]')?.textContent).toBe(place));
  });

  it("says 'Error - page not found' at an address that leads nowhere and keeps it [SHELL-08]", async () => {
    const { page, path } = await openConsole('/nowhere/at/all');
    await waitFor(() => expect(page.textContent).toContain('Error - page not found'));
    expect(path()).toBe('/nowhere/at/all');
  });

  it('shows /about to anybody, without a chip [SHELL-04]', async () => {
    const { page, path, calls } = await openConsole('/about', { signedIn: false });
    await waitFor(() => expect(page.querySelector('h1')?.textContent).toBe('About'));
    expect(path()).toBe('/about');
    expect(page.textContent).not.toContain('Amelia Hart');
    expect(calls()).toEqual([]);
  });
});

describe('signing in', () => {
  it('leads from a protected address through the check and back to it [SHELL-09, SHELL-14]', async () => {
    const { page, path, calls } = await openConsole('/tenant?q=brim', { signedIn: false });
    await waitFor(() => expect(page.querySelector('h1')?.textContent).toBe('Tenants'));
    expect(path()).toBe('/tenant?q=brim');
    const [first, ...others] = calls();
    expect(first).toBe('GET /api/authenticate/verify');
    expect(others).toContain('GET /api/tenant');
  });

  it('leads to the dashboard when no page was requested, without a check for signed-in users [SHELL-64]', async () => {
    const { path, calls } = await openConsole('/');
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(calls()).not.toContain('GET /api/authenticate/verify');
  });

  it('says what failed and tries again on Retry, without leaving the landing page [AUTH-15]', async () => {
    const broken = fakeFailure();
    const { page, path } = await openConsole('/', {
      signedIn: false,
      answers: { 'GET /api/authenticate/verify': broken },
    });
    await waitFor(() => expect(page.textContent).toContain('The database does not respond.'));
    expect(path()).toBe('/');
    expect(page.textContent).toContain('req 7f3a-91c2');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('the search of the whole console', () => {
  it('suggests while typing and opens the chosen tenant [SRCH-01, SRCH-02, SRCH-03, SRCH-05]', async () => {
    const results = [
      { id: 7, name: 'A & B Swim' },
      { id: 9, name: 'x'.repeat(61) },
    ];
    const { page, path, calls } = await openConsole('/tenant', {
      answers: {
        'GET /api/omnisearch/?val=a%26b': { results },
        'GET /api/palette?val=a%26b': { actions: [], items: [] },
      },
    });
    await waitFor(() => expect(page.querySelector('header input')).not.toBeNull());
    const box = page.querySelector<HTMLInputElement>('header input');
    type(box, 'a&b');
    await waitFor(() =>
      expect([...page.querySelectorAll('[role="option"]')].map((option) => option.textContent)).toEqual([
        'A & B Swim',
        `${'x'.repeat(60)}…`,
      ]),
    );
    expect(calls().filter((call) => call.includes('omnisearch'))).toEqual(['GET /api/omnisearch/?val=a%26b']);
    box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await waitFor(() => expect(page.querySelector('[aria-selected="true"]')?.textContent).toContain('xxx'));
    box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await waitFor(() => expect(path()).toBe('/tenant/9'));
  });
});
