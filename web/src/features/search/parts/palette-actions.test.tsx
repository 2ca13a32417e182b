import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeFailure } from '../../../lib/testing/fake-server.ts';
import { coursepro } from '../../tenants/testing/open-tenant.tsx';
import { answered, openSearch, press, search } from '../testing/open-search.tsx';

const TEXT = 'maintenance on 2 h brimham';
const palette = (text: string) => `GET /api/palette?val=${encodeURIComponent(text)}`;
const switched = (more = {}) => ({
  kind: 'switch',
  tenant: { id: 12, name: 'Brimham Active' },
  production: true,
  name: 'maintenance',
  service: 'coursepro',
  on: true,
  minutes: 120,
  already: false,
  ...more,
});

/** Types the text where the server offers these changes of a tenant with CoursePro. */
async function typed(actions: object[], { text = TEXT, staging = false, address = '/here' } = {}) {
  let tenant = { ...coursepro, staging };
  const opened = await openSearch(
    {
      [search(encodeURIComponent(text))]: answered(),
      [palette(text)]: { actions, items: [] },
      'GET /api/tenant/12': () => ({ tenant }),
      'PATCH /api/tenant/12': () => {
        tenant = { ...tenant, version: tenant.version + 1 };
        return { tenant };
      },
      'POST /api/tenant/12/loglevel': () => ({ log_level: tenant.log_level }),
    },
    address,
  );
  opened.type(text);
  const sent = () => opened.arrived.filter(({ call }) => !call.startsWith('GET'));
  return { ...opened, sent, user: userEvent.setup() };
}

describe('a change by the palette', () => {
  it('shows the effect, asks for the name of a production tenant, and reports the result with an undo', async () => {
    const { box, texts, selected, sent, user, path } = await typed([switched()]);
    await waitFor(() =>
      expect(selected()).toMatch(
        /^Turn maintenance of Brimham Active on until \d\d:\d\d( on .*)?CoursePro · production$/,
      ),
    );
    press(box, 'Enter');
    const dialog = await screen.findByRole('alertdialog');
    expect(texts()).toEqual([]);
    expect(dialog.textContent).toContain('its members see the maintenance page');
    await user.type(screen.getByLabelText('Type the tenant name below to confirm'), 'Brimham Active');
    expect(sent()).toEqual([]);
    await user.keyboard('{Enter}');
    await screen.findByText(/^Maintenance of Brimham Active is on until /);
    const [{ body } = { body: null }] = sent();
    const { coursepro_tenant: change } = body as { coursepro_tenant: { maintenance: boolean; until: string } };
    expect(change.maintenance).toBe(true);
    expect(Date.parse(change.until) - Date.now()).toBeGreaterThan(118 * 60_000);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent()[1]?.body).toMatchObject({ coursepro_tenant: { maintenance: false }, version: 2 }),
    );
    await screen.findByText('Maintenance of Brimham Active is off');
    const [newest] = screen.getAllByRole('button', { name: 'Open tenant' });
    if (newest) await user.click(newest);
    await waitFor(() => expect(path()).toBe('/tenant/12'));
  });

  it('changes nothing when the dialog is closed', async () => {
    const { box, selected, sent, user } = await typed([switched()]);
    await waitFor(() => expect(selected()).toContain('Turn maintenance'));
    press(box, 'Enter');
    await screen.findByRole('alertdialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent()).toEqual([]);
  });

  it('needs no name on a test site, like the switch of its page', async () => {
    const { box, selected, sent } = await typed([switched({ production: false, minutes: null })], { staging: true });
    await waitFor(() => expect(selected()).toContain('test site'));
    press(box, 'Enter');
    await screen.findByText('Maintenance of Brimham Active is on');
    expect(sent().map(({ body }) => body)).toEqual([{ coursepro_tenant: { maintenance: true }, version: 1 }]);
  });

  it('sets the log level for the given time', async () => {
    const text = 'log level debug 15 min brimham';
    const level = { kind: 'log-level', tenant: switched().tenant, production: true, level: 'DEBUG', minutes: 15 };
    const { box, selected, sent } = await typed([level], { text });
    await waitFor(() => expect(selected()).toMatch(/^Set the log level of Brimham Active to DEBUG until /));
    press(box, 'Enter');
    await screen.findByText(/^The log level of Brimham Active is DEBUG until /);
    expect(sent().map(({ body }) => body)).toEqual([{ new: 'DEBUG', return: expect.any(String) as string }]);
  });

  it('sets another log level while the first is still being set, and reports both', async () => {
    const text = 'log level 15 min brimham';
    const tenant = switched().tenant;
    const [debug, error] = ['DEBUG', 'ERROR'].map((level) => ({ kind: 'log-level', tenant, level, minutes: 15 }));
    const { box, type, selected, sent, held } = await typed([debug ?? {}, error ?? {}], { text });
    const call = 'POST /api/tenant/12/loglevel';
    held.hold(call);
    await waitFor(() => expect(selected()).toContain('to DEBUG'));
    press(box, 'Enter');
    await waitFor(() => expect(held.asked).toContain(call));
    type(text);
    await waitFor(() => expect(selected()).toContain('to DEBUG'));
    press(box, 'ArrowDown');
    await waitFor(() => expect(selected()).toContain('to ERROR'));
    press(box, 'Enter');
    await waitFor(() => expect(selected()).toBeUndefined());
    held.letGo(call);
    await screen.findByText(/^The log level of Brimham Active is DEBUG until /);
    await screen.findByText(/^The log level of Brimham Active is ERROR until /);
    expect(sent().map(({ body }) => (body as { new: string }).new)).toEqual(['DEBUG', 'ERROR']);
  });

  it('opens the review of a commit', async () => {
    const commit = { kind: 'commit', tenant: switched().tenant, production: true, config: 'coursepro', waiting: true };
    const { box, selected, address, sent } = await typed([commit], { text: 'commit coursepro brimham' });
    await waitFor(() => expect(selected()).toContain('Commit CoursePro config of Brimham Active'));
    press(box, 'Enter');
    await waitFor(() => expect(address()).toBe('/tenant/12?commit=coursepro'));
    expect(sent()).toEqual([]);
  });

  it('links to a tenant that is already in this state', async () => {
    const { box, selected, path, sent } = await typed([switched({ already: true, minutes: null })]);
    await waitFor(() => expect(selected()).toContain('Maintenance of Brimham Active is on'));
    press(box, 'Enter');
    await waitFor(() => expect(path()).toBe('/tenant/12'));
    expect(sent()).toEqual([]);
  });

  it('is not carried out by Enter before its row is shown, nor by a row of an earlier text', async () => {
    const { box, held, type, selected, sent } = await openSearch({
      [search('cron%20off')]: answered(),
      [palette('cron off')]: { actions: [switched({ name: 'cron', on: false })], items: [] },
      [search('cron%20off%20x')]: answered(),
    }).then((opened) => ({
      ...opened,
      sent: () => opened.arrived.filter(({ call }) => !call.startsWith('GET') || call.includes('/tenant/')),
    }));
    held.hold(palette('cron off'));
    type('cron off');
    press(box, 'Enter');
    held.letGo(palette('cron off'));
    await waitFor(() => expect(selected()).toContain('Turn cron of Brimham Active off'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    type('cron off x');
    await waitFor(() => expect(selected()).toBeUndefined());
    press(box, 'Enter');
    await waitFor(() => expect(held.asked).toContain(search('cron%20off%20x')));
    expect(sent()).toEqual([]);
  });
});

describe('a change that is not offered', () => {
  const role = (name: string) => ({ 'GET /api/console': { user: 'V', role: name, sandbox: false } });

  it.each([
    ['cron off', 'operator', 'Name the tenant of this change, or open its page.'],
    ['cron off zzz', 'operator', 'No tenant has “zzz” in its name.'],
    ['cron off brimham', 'viewer', 'Only an operator or an admin may change a tenant. You are a viewer.'],
  ])('%s says why to the %s', async (text, name, note) => {
    const { type, page } = await openSearch({ ...role(name), [search(encodeURIComponent(text))]: answered() });
    type(text);
    await waitFor(() => expect(page.querySelector('[role="status"]')?.textContent).toBe(note));
  });
});

describe('items by name', () => {
  const item = (kind: string, name: string, path: string) => ({ kind, name, detail: 'of a kind', path });

  it('are listed by kind and opened by Enter', async () => {
    const { box, page, type, texts, address } = await openSearch({
      [search('eu')]: answered(),
      [palette('eu')]: {
        actions: [],
        items: [item('environment', 'eu-prod', '/environment/3'), item('database', 'eu-db', '/database?database=2')],
      },
    });
    type('eu');
    await waitFor(() => expect(texts()).toEqual(['eu-prodof a kind', 'eu-dbof a kind']));
    expect(page.textContent).toContain('Environments');
    press(box, 'ArrowDown');
    await waitFor(() => expect(box.getAttribute('aria-activedescendant')).toContain('database'));
    press(box, 'Enter');
    await waitFor(() => expect(address()).toBe('/database?database=2'));
  });

  it('offer to search again when they cannot be read, below the tenants', async () => {
    let broken = true;
    const { box, type, texts, page, selected } = await openSearch({
      [search('th')]: answered('Thirsk'),
      [palette('th')]: () => (broken ? fakeFailure() : { actions: [], items: [] }),
    });
    type('th');
    await waitFor(() => expect(texts()).toEqual(['Thirsk', 'Search again']));
    expect(page.querySelector('[role="status"]')?.textContent).toBe('The database does not respond.');
    broken = false;
    press(box, 'ArrowDown');
    await waitFor(() => expect(selected()).toBe('Search again'));
    press(box, 'Enter');
    await waitFor(() => expect(texts()).toEqual(['Thirsk']));
  });

  it.each(['x'.repeat(10_000), '\0\u0007', '\u202Eomni', '(.*)+$[', '"><img src=x>'])(
    'stay calm over %j',
    async (text) => {
      const { type, page, texts } = await openSearch();
      type(text);
      await waitFor(() => expect(page.querySelector('[role="status"]')?.textContent).not.toBe(''));
      expect(texts().every((one) => one === 'Search again')).toBe(true);
    },
  );
});
