import { listFleetItems } from '@mission-control/contract/fleet/calls';
import type { ListedItem } from '@mission-control/contract/fleet/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../../../lib/api/query.ts';
import { fakeError, holdResponses, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { FleetPage } from './fleet-page.tsx';
import { TemplatesPage } from './templates-page.tsx';

const FIELDS = {
  name: 'eu-prod-web-03',
  instance_id: 'i-3',
  group_name: 'web-blue',
  type: 1,
  region: 'eu-west-1',
  fqdn: 'web-3.example',
  servers: ['eu-web-3-a'],
};
const item = (part: Partial<ListedItem> = {}): ListedItem =>
  ({
    kind: 'environment',
    key: '3',
    fields: FIELDS,
    tenants: 12,
    deleted: 0,
    others: [],
    declared: true,
    ...part,
  }) as ListedItem;
const NO_IMPACT = { tenants: 0, configs: 0, effects: [], some: [] };

async function openPage(
  {
    items,
    role = 'admin',
    ...answers
  }: { items: FakeResponse | (() => FakeResponse); role?: string } & Record<string, unknown>,
  address = '/fleet/environments',
) {
  const arrived = startFakeServer({
    'GET /api/console': { user: 'amelia.hart', role, sandbox: false },
    'GET /api/fleet/environment': items,
    'GET /api/region': { regions: [{ _id: 1, region_name: 'eu-west-1', description: 'Ireland' }] },
    'POST /api/fleet/impact': NO_IMPACT,
    'POST /api/fleet': { key: '3' },
    ...(answers as Record<string, FakeResponse>),
  });
  const opened = await renderPage('/fleet/$kind', FleetPage, address);
  return { ...opened, sent: () => arrived.filter(({ call }) => !call.startsWith('GET')) };
}

describe('the fleet', () => {
  it('lists items with the tenants that use them, and whether the inventory declares them', async () => {
    await openPage({ items: { items: [item()] } });
    const row = (await screen.findByText('eu-prod-web-03')).closest('tr');
    expect(row?.textContent).toBe('eu-prod-web-0312 tenants1 serverCoursePro webweb-blueeu-west-1Inventory');
    expect(screen.getByRole('link', { name: '12 tenants' }).getAttribute('href')).toBe(
      '/tenant?uses=environment%3A3&inactive=true',
    );
    expect(screen.getByRole('link', { name: '1 server' }).getAttribute('href')).toBe('/environment/3');
  });

  it('shows the effects of a save first, and sends the fields as they were read', async () => {
    const impact = {
      ...NO_IMPACT,
      tenants: 1,
      configs: 2,
      effects: ['2 configs will be missing.'],
      some: [{ id: 7, name: 'Brim' }],
    };
    const { user, sent } = await openPage(
      { items: { items: [item()] }, 'POST /api/fleet/impact': impact },
      '/fleet/environments?thing=3',
    );
    const form = within(await screen.findByRole('dialog', { name: 'eu-prod-web-03' }));
    expect(form.getByText('Declared in the inventory.')).toBeDefined();
    await user.type(form.getByLabelText('Servers'), '{Enter}eu-web-3-b');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('1 tenant, 2 configs will wait for a commit.');
    expect(sent().map(({ call }) => call)).toEqual(['POST /api/fleet/impact']);
    await user.click(form.getByRole('button', { name: 'Save as shown' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({
      call: 'POST /api/fleet',
      body: {
        kind: 'environment',
        key: '3',
        base: FIELDS,
        fields: { ...FIELDS, servers: ['eu-web-3-a', 'eu-web-3-b'] },
      },
    });
  });

  it('does not show the effects of fields that were edited while they were asked for', async () => {
    const { user, sent } = await openPage(
      {
        items: { items: [item()] },
        'POST /api/fleet/impact': { ...NO_IMPACT, effects: ['2 configs will be missing.'] },
      },
      '/fleet/environments?thing=3',
    );
    const form = within(await screen.findByRole('dialog', { name: 'eu-prod-web-03' }));
    const release = holdResponses('/api/fleet/impact');
    await user.type(form.getByLabelText('Group'), '-2');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    await user.type(form.getByLabelText('Group'), '3');
    expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true');
    release();
    await waitFor(() => expect(form.getByRole('button', { name: /^Save/ }).getAttribute('aria-busy')).toBeNull());
    expect(form.queryByText('2 configs will be missing.')).toBeNull();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('2 configs will be missing.');
    expect(sent().map(({ call }) => call)).toEqual(['POST /api/fleet/impact', 'POST /api/fleet/impact']);
  });

  it('shows what somebody else has changed, and keeps the edits', async () => {
    const changes = [{ field: 'fqdn', base: 'web-3.example', now: 'web-4.example' }];
    const { user, sent } = await openPage(
      {
        items: { items: [item()] },
        'POST /api/fleet': fakeError(409, { error: 'Changed.', code: 'conflict', details: { changes } }),
      },
      '/fleet/environments?thing=3',
    );
    const form = within(await screen.findByRole('dialog', { name: 'eu-prod-web-03' }));
    await user.clear(form.getByLabelText('Group'));
    await user.type(form.getByLabelText('Group'), 'green');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText(/fqdn is now web-4\.example/);
    await user.click(form.getByRole('button', { name: 'Load the changes' }));
    expect(form.getByLabelText<HTMLInputElement>('FQDN').value).toBe('web-4.example');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent()).toHaveLength(4));
    expect(sent()[3]?.body).toMatchObject({
      base: { fqdn: 'web-4.example', group_name: 'web-blue' },
      fields: { fqdn: 'web-4.example', group_name: 'green' },
    });
  });

  it('shows an error of the server at its field', async () => {
    const fault = {
      error: 'No.',
      code: 'bad_request',
      fields: { 'fields.name': 'There is already an environment x.' },
    };
    const { user } = await openPage(
      { items: { items: [] }, 'POST /api/fleet/impact': NO_IMPACT, 'POST /api/fleet': fakeError(400, fault) },
      '/fleet/environments?thing=new',
    );
    const form = within(await screen.findByRole('dialog', { name: 'Add environment' }));
    await user.click(form.getByRole('button', { name: 'Add environment' }));
    expect(await form.findByText('There is already an environment x.')).toBeDefined();
  });

  it('opens a form whose regions could not be loaded as a dialog that loads them again', async () => {
    const regions = { regions: [{ _id: 1, region_name: 'eu-west-1', description: 'Ireland' }] };
    let answer: FakeResponse = fakeError(500, { error: 'It is broken.', code: 'internal' });
    const { user } = await openPage(
      { items: { items: [] }, 'GET /api/region': () => answer },
      '/fleet/environments?thing=new',
    );
    const dialog = () => within(screen.getByRole('dialog', { name: 'Add environment' }));
    expect(await screen.findByText('The regions could not be loaded.')).toBeDefined();
    answer = regions;
    const release = holdResponses('/api/region');
    await user.click(dialog().getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(dialog().getByRole('button', { name: 'Retry' }).getAttribute('aria-busy')).toBe('true'));
    release();
    await waitFor(() => expect(dialog().getByRole('button', { name: 'Add environment' })).toBeDefined());
  });

  it('shows who uses an item instead of retiring it', async () => {
    const { user, sent } = await openPage({ items: { items: [item()] } }, '/fleet/environments?thing=3');
    await user.click(await screen.findByRole('button', { name: 'Retire' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'eu-prod-web-03 is in use' }));
    expect(dialog.getByRole('link', { name: '12 tenants' })).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it('does not show the form again when its item is retired, nor the question when it is opened again', async () => {
    let items = [item({ tenants: 0 })];
    const { user, router } = await openPage(
      {
        items: () => ({ items }),
        'DELETE /api/fleet/environment/3': () => {
          items = [];
          return { ok: true };
        },
      },
      '/fleet/environments?thing=3',
    );
    await user.click(await screen.findByRole('button', { name: 'Retire' }));
    const titles = new Set<string | undefined>();
    const watch = new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[aria-modal] h2')) titles.add(textContent);
    });
    const asked = within(await screen.findByRole('alertdialog', { name: 'Retire eu-prod-web-03?' }));
    watch.observe(document.body, { childList: true, subtree: true });
    await user.click(asked.getByRole('button', { name: 'Retire' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    watch.disconnect();
    expect(titles.has('eu-prod-web-03')).toBe(false);
    await router.navigate({ href: '/fleet/environments?thing=3' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is for admins; failures and emptiness are shown', async () => {
    await openPage({ items: { items: [] }, role: 'operator' });
    expect(await screen.findByText('This page is for admins')).toBeDefined();
    await openPage({ items: { items: [] } });
    expect(await screen.findByText('No environments')).toBeDefined();
    await openPage({ items: fakeError(500, { error: 'No.', code: 'internal' }) });
    expect(await screen.findByText('The environments could not be loaded')).toBeDefined();
  });
});

const draftOf = (fields: unknown) => ({
  person: 1,
  draft: { value: JSON.stringify(fields), version: 1, saved_at: '2026-03-01T10:00:00.000Z', base: '', writer: 'x' },
});

it('restores unsaved edits of an item, and shows both values of what somebody else has saved', async () => {
  const { user } = await openPage(
    {
      items: { items: [item()] },
      'GET /api/draft/environment%3A3': draftOf([
        ['group_name', 'web-blue', 'web-green'],
        ['fqdn', 'old.example', 'mine.example'],
      ]),
    },
    '/fleet/environments?thing=3',
  );
  const form = within(await screen.findByRole('dialog', { name: 'eu-prod-web-03' }));
  await user.click(await form.findByRole('button', { name: 'Keep' }));
  expect(form.getByLabelText<HTMLInputElement>('Group').value).toBe('web-green');
  const choice = await screen.findByRole('dialog', { name: 'These settings were saved elsewhere in the meantime' });
  for (const text of ['FQDN', 'web-3.example', 'mine.example']) expect(choice.textContent).toContain(text);
  await user.click(within(choice).getByLabelText(/^Keep mine/));
  await user.click(within(choice).getByRole('button', { name: 'Continue editing' }));
  expect(form.getByLabelText<HTMLInputElement>('FQDN').value).toBe('mine.example');
});

it('shows both values of a template line that somebody else has saved, after the conflict', async () => {
  const template = (value: string) => ({
    templates: [{ service: 'strive', rows: [{ key: 'A', value }], documented: true, faults: [] }],
  });
  let saved = template('1');
  startFakeServer({
    'GET /api/keys': () => saved,
    'GET /api/keys/strive': { keys: [], template: [] },
    'PUT /api/keys/strive/template': () => {
      if (saved.templates[0]?.rows[0]?.value === '3') return { ok: true };
      saved = template('3');
      return fakeError(409, { error: ['Somebody else has changed it.'], code: 'conflict' });
    },
  });
  const { user } = await renderPage('/fleet/templates', TemplatesPage, '/fleet/templates');
  await user.click(await screen.findByRole('button', { name: 'Edit the default template of Strive' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Default template of Strive' }));
  await user.clear(dialog.getByLabelText('Settings'));
  await user.type(dialog.getByLabelText('Settings'), 'A = 2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const choice = await screen.findByRole('dialog', { name: 'These settings were saved elsewhere in the meantime' });
  expect(choice.textContent).toMatch(/Before1.*Use saved value3.*Keep mine2/);
  await user.click(within(choice).getByLabelText(/^Keep mine/));
  await user.click(within(choice).getByRole('button', { name: 'Continue editing' }));
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Settings').value).toBe('A = 2');
});

it('edits a default template as lines, and shows what its validator refuses', async () => {
  const arrived = startFakeServer({
    'GET /api/keys': {
      templates: [{ service: 'strive', rows: [{ key: 'A', value: 'x = y' }], documented: true, faults: [] }],
    },
    'GET /api/keys/strive': { keys: [], template: [] },
    'PUT /api/keys/strive/template': fakeError(422, { error: ['B must be a number (Currently x)'], code: 'refused' }),
  });
  const { user } = await renderPage('/fleet/templates', TemplatesPage, '/fleet/templates');
  await user.click(await screen.findByRole('button', { name: 'Edit the default template of Strive' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Default template of Strive' }));
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Settings').value).toBe('A = x = y');
  await user.type(dialog.getByLabelText('Settings'), '{Enter}B=x');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('B must be a number (Currently x)');
  expect(arrived.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    rows: [
      { key: 'A', value: 'x = y' },
      { key: 'B', value: 'x' },
    ],
    base: [{ key: 'A', value: 'x = y' }],
  });
});

it('keeps the form of an item that somebody else retires, and says so', async () => {
  const { client, user } = await openPage({ items: { items: [item()] } }, '/fleet/environments?thing=3');
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  await user.type(name, '-b');
  client.setQueryData(queryOf(listFleetItems, { params: { kind: 'environment' } }).queryKey, { items: [] });
  await screen.findByText('This environment was retired in the meantime.');
  expect(screen.queryByRole('button', { name: 'Retire' })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('eu-prod-web-03-b');
});

it('says when the item of its address does not exist', async () => {
  await openPage({ items: { items: [item()] } }, '/fleet/environments?thing=4');
  await screen.findByText('There is no such environment: it may be retired.');
  expect(screen.queryByRole('dialog')).toBeNull();
});
