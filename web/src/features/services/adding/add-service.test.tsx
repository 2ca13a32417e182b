import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeError, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { testService, testTenant } from '../../tenants/testing/tenant.ts';
import { shown } from '../../tenants/testing/open-tenant.tsx';

// jsdom does not support popovers; the menu is in the page anyway.
HTMLElement.prototype.hidePopover ??= () => undefined;

const database = (id: number, average: number | 'n/a', notes = '') => ({
  id,
  name: `eu-db-0${id}`,
  notes,
  identifier: `db${id}`,
  endpoint: `db${id}.example`,
  service: 'coursepro',
  region: 'eu-west-1',
  tenant_count: 31,
  db_activity_average: average,
});
const databases = [database(1, 3.9, 'Preferred'), database(2, 4), database(3, 10), database(4, 20), database(5, 'n/a')];
const LISTS = {
  'GET /api/database?type=coursepro&region=1': { databases },
  'GET /api/database?type=insight&region=1': { databases },
  'GET /api/tenant/12/placement': { placements: [] },
};
const place = (proposed: number | null, ...names: string[]) => ({
  proposed,
  choices: names.map((environment_name, at) => ({ _id: at + 1, environment_name, services: at })),
});
const PLACED = {
  'GET /api/tenant/12/placement': {
    placements: [
      {
        service: 'coachportal',
        web: place(2, 'eu-portals-a', 'eu-portals-b'),
        worker: null,
        sns: null,
        domain: 'brimham.coachportal.co.uk',
        certificates: null,
        database: 'tenant_12_coachportal',
        settings: 0,
      },
      {
        service: 'homeportal',
        web: place(null),
        worker: place(1, 'eu-prod-wrk-02'),
        sns: null,
        domain: 'brimham.courseprohome.co.uk',
        certificates: [{ _id: 5, certificate_name: 'Home portals', domain: '*.courseprohome.co.uk' }],
        database: 'tenant_12_homeportal',
        settings: 12,
      },
    ],
  },
};

/** Opens a tenant without services. By default, adding a service returns the tenant with it. */
async function open(
  answer?: FakeResponse,
  tenant: TenantDetail = testTenant(),
  answers: Record<string, FakeResponse> = {},
) {
  const adding = SERVICES.map(({ slug, detailKey }): [string, FakeResponse] => [
    `POST /api/tenant/12/${slug}`,
    answer ?? { tenant: { ...tenant, [detailKey]: testService(), version: 2 } },
  ]);
  const opened = await shown(tenant, 'Delete tenant', {
    ...LISTS,
    ...Object.fromEntries(adding),
    ...answers,
  });
  const menu = () => opened.page.querySelector('[role="menu"][aria-label="Add service"]');
  const entries = () => [...(menu()?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  const choose = (name: string, keys: MouseEventInit = {}) => {
    const entry = entries().find((one) => one.textContent?.includes(name));
    entry?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
  };
  const sent = () => opened.arrived.filter(({ call }) => call.startsWith('POST'));
  return { ...opened, entries, choose, sent };
}
const toasts = collectToasts();
const said = () => toasts.map(({ text }) => text);
const dialog = () => {
  const found = document.querySelector<HTMLElement>('[role="dialog"]');
  if (!found) throw new Error('No dialog is open.');
  return found;
};
async function openChoice(name: string, answer?: FakeResponse) {
  const opened = await open(answer);
  opened.choose(name);
  await waitFor(() => expect(dialog().textContent).toContain('eu-db-05'));
  return opened;
}
const radio = (at: number) => dialog().querySelectorAll<HTMLInputElement>('[type="radio"]')[at] ?? dialog();
function selectBridge(value: string): void {
  const select = dialog().querySelector('select');
  if (!select) throw new Error('There is no bridge to choose.');
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('the speed dial', () => {
  it('offers the services the tenant lacks, each with its letters [TEN-30]', async () => {
    const { entries } = await open(
      undefined,
      testTenant({ coursepro_tenant: testService(), strive_tenant: testService() }),
    );
    expect(entries().map((entry) => entry.textContent)).toEqual([
      'HHomePortal',
      'H2HomePortal2',
      'CoCoach Portal',
      'OOrganisation Portal',
      'ScScheme Portal',
      'PParent Portal',
      'IInsight',
      'CmComms Portal',
    ]);
  });

  it('is hidden when the tenant has all services', async () => {
    const all = Object.fromEntries(SERVICES.map(({ detailKey }) => [detailKey, testService()]));
    await open(undefined, testTenant(all));
    expect(screen.queryByRole('button', { name: 'Add service' })).toBeNull();
  });

  it('adds services without choices immediately, and reports it [SVC-04]', async () => {
    const { page, choose, sent } = await open();
    choose('Coach Portal');
    await waitFor(() => expect(said()).toContain('Coach Portal added'));
    expect(sent()).toEqual([{ call: 'POST /api/tenant/12/coachportal', body: { initialize: true, create_db: false } }]);
    await waitFor(() => expect(page.querySelector('section h2')?.textContent).toBe('Coach Portal'));
  });

  it.each([
    ['a plain click', {}, true],
    ['Ctrl', { ctrlKey: true }, false],
    ['Meta', { metaKey: true }, false],
  ])('adds Strive by %s [SVC-13]', async (_name, keys, create) => {
    const { choose, sent } = await open();
    choose('Strive', keys);
    await waitFor(() =>
      expect(sent()).toEqual([{ call: 'POST /api/tenant/12/strive', body: { initialize: true, create_db: create } }]),
    );
  });

  it('adds Strive without a database by Ctrl and Enter, which do not activate a button by default [SVC-13]', async () => {
    const { entries, sent } = await open();
    const strive = entries().find((one) => one.textContent?.includes('Strive'));
    const press = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true });
    strive?.dispatchEvent(press);
    await waitFor(() =>
      expect(sent()).toEqual([{ call: 'POST /api/tenant/12/strive', body: { initialize: true, create_db: false } }]),
    );
    expect(press.defaultPrevented).toBe(true);
  });

  it('reports the error of a response of any status [SVC-03]', async () => {
    const refused = await open(fakeError(409, { error: 'It already has the Strive service.', code: 'conflict' }));
    refused.choose('Strive');
    await waitFor(() => expect(said()).toContain('It already has the Strive service.'));
    const added = { ...testTenant({ strive_tenant: testService() }), version: 2 };
    const incomplete = await open({ tenant: added, error: 'The region has no web environment.' });
    incomplete.choose('Strive');
    await waitFor(() =>
      expect(toasts).toEqual([
        { text: 'It already has the Strive service.', meaning: 'error' },
        { text: 'Strive added', meaning: 'success' },
        { text: 'The region has no web environment.', meaning: 'error' },
      ]),
    );
  });
});

describe('where a service goes', () => {
  const opened = async () => {
    const all = await open(undefined, testTenant(), PLACED);
    // jsdom opens no popovers.
    const toggle = Object.assign(new Event('toggle'), { newState: 'open' });
    act(() => void all.page.querySelector('[role="menu"][aria-label="Add service"]')?.dispatchEvent(toggle));
    return all;
  };

  it('is shown in the menu before anything is added', async () => {
    const { entries } = await opened();
    await waitFor(() =>
      expect(entries().map((entry) => entry.textContent)).toContain(
        'CoCoach Portalbrimham.coachportal.co.uk\neu-portals-b',
      ),
    );
    expect(entries().map((entry) => entry.textContent)).toContain(
      'HHomePortalbrimham.courseprohome.co.uk\nno web environment',
    );
  });

  it('can be chosen first: environments, domain and its certificate', async () => {
    const { choose, sent } = await opened();
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Choose where each goes', hidden: true }));
    choose('HomePortal');
    await waitFor(() => expect(dialog().textContent).toContain('Covered by the certificate Home portals.'));
    expect(dialog().textContent).toContain('eu-west-1 has none for this service.');
    expect(dialog().textContent).toContain('12 settings of the default template');
    const domain = within(dialog()).getByLabelText('Domain');
    await userEvent.clear(domain);
    await userEvent.type(domain, 'brimham.example.org');
    expect(dialog().textContent).toContain('No certificate covers this domain.');
    await userEvent.selectOptions(within(dialog()).getByLabelText('Worker environment'), '');
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Add HomePortal' }));
    await waitFor(() =>
      expect(sent()).toEqual([
        {
          call: 'POST /api/tenant/12/homeportal',
          body: {
            initialize: true,
            create_db: false,
            placement: { domain: 'brimham.example.org', worker_environment_id: null },
          },
        },
      ]),
    );
  });

  it('is as proposed when nothing is changed', async () => {
    const { choose, sent } = await opened();
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Choose where each goes', hidden: true }));
    choose('Coach Portal');
    await waitFor(() => expect(dialog().textContent).toContain('eu-portals-b (1 service)'));
    expect(within(dialog()).getByRole<HTMLSelectElement>('combobox', { name: 'Web environment' }).value).toBe('2');
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Add Coach Portal' }));
    await waitFor(() =>
      expect(sent()).toEqual([
        { call: 'POST /api/tenant/12/coachportal', body: { initialize: true, create_db: false } },
      ]),
    );
  });
});

describe('the choice of a database', () => {
  it('shows name, notes and load of each, the load in colour [SVC-05, SVC-11, SVC-12]', async () => {
    await openChoice('CoursePro');
    expect(dialog().querySelector('h2')?.textContent).toBe('Choose database');
    expect(dialog().textContent).toContain('31 tenants · Preferred');
    const loads = [...dialog().querySelectorAll<HTMLElement>('[data-load]')];
    expect(loads.map((load) => [load.dataset['load'], load.textContent])).toEqual([
      ['green', 'Load 3.9'],
      ['white', 'Load 4.0'],
      ['orange', 'Load 10.0'],
      ['red', 'Load 20.0'],
      ['yellow', 'Load n/a'],
    ]);
  });

  it('asks for a bridge for CoursePro only, one of five [SVC-06, SVC-07, SVC-08]', async () => {
    await openChoice('CoursePro');
    const options = [...dialog().querySelectorAll('option:not([disabled])')].map((one) => [
      one.getAttribute('value'),
      one.textContent,
    ]);
    expect(options).toEqual([
      ['standalone', 'Standalone'],
      ['gladstone', 'Gladstone'],
      ['xnrest', 'Xn'],
      ['legend', 'Legend'],
      ['openplay', 'Openplay'],
    ]);
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
  });

  it('takes no bridge for Insight [SVC-06]', async () => {
    const { sent } = await openChoice('Insight');
    expect(dialog().querySelector('select')).toBeNull();
    await userEvent.click(radio(1));
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Add Insight' }));
    await waitFor(() => expect(said()).toContain('Insight added'));
    expect(sent()).toEqual([
      { call: 'POST /api/tenant/12/insight', body: { initialize: true, create_db: true, database: 2 } },
    ]);
  });

  it('requires a database and a bridge, and names the missing one [SVC-09]', async () => {
    const { sent } = await openChoice('CoursePro');
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Add CoursePro' }));
    await waitFor(() => expect(dialog().textContent).toContain('Please select a database'));
    await userEvent.click(radio(0));
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Add CoursePro' }));
    await waitFor(() => expect(dialog().textContent).not.toContain('Please select a database'));
    expect(dialog().textContent).toContain('Please select a bridge');
    expect(sent()).toEqual([]);
  });

  it('preselects the only database', async () => {
    const opened = await shown(testTenant(), 'Delete tenant', {
      'GET /api/database?type=insight&region=1': { databases: [database(7, 1)] },
      'POST /api/tenant/12/insight': { tenant: testTenant({ insight_tenant: testService() }) },
    });
    await userEvent.click(screen.getByRole('menuitem', { name: 'Insight', hidden: true }));
    await waitFor(() => expect(dialog().textContent).toContain('eu-db-07'));
    expect(dialog().querySelector<HTMLInputElement>('[type="radio"]')?.checked).toBe(true);
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Add Insight' }));
    const body = { initialize: true, create_db: true, database: 7 };
    await waitFor(() => expect(opened.arrived).toContainEqual({ call: 'POST /api/tenant/12/insight', body }));
  });

  it('sends database and bridge [SVC-01, SVC-07]', async () => {
    const { sent } = await openChoice('CoursePro');
    await userEvent.click(radio(0));
    selectBridge('xnrest');
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Add CoursePro' }));
    await waitFor(() => expect(said()).toContain('CoursePro added'));
    expect(sent()).toEqual([
      {
        call: 'POST /api/tenant/12/coursepro',
        body: { initialize: true, create_db: true, database: 1, bridge: 'xnrest' },
      },
    ]);
    await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });

  it('stays open with its choices when the server refuses', async () => {
    await openChoice('CoursePro', fakeError(422, { error: 'There is no database 1.', code: 'refused' }));
    await userEvent.click(radio(0));
    selectBridge('legend');
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Add CoursePro' }));
    await waitFor(() => expect(said()).toContain('There is no database 1.'));
    expect(dialog().querySelector('select')?.value).toBe('legend');
  });

  it('states why there is nothing to choose', async () => {
    const none = { databases: [], error: 'There is no database server for CoursePro in eu-west-1.' };
    const { page } = await shown(testTenant(), 'Delete tenant', { 'GET /api/database?type=coursepro&region=1': none });
    await userEvent.click(page.querySelector('[role="menuitem"]') ?? page);
    await waitFor(() => expect(dialog().textContent).toContain(none.error));
  });
});
