import { INVENTORY_FILE_BYTES } from '@mission-control/contract/inventory/plan';
import type { InventoryPlan, PlanEntry } from '@mission-control/contract/inventory/plan-schema';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { chooseFile, renderPage } from '../../../lib/testing/render-page.tsx';
import { ImportPage } from './import-page.tsx';

const entry = (action: PlanEntry['action'], kind: PlanEntry['kind'], name: string, more: Partial<PlanEntry> = {}) => ({
  action,
  kind,
  ref: name,
  name,
  changes: [],
  reason: null,
  effect: null,
  fingerprint: `print of ${name}`,
  ...more,
});
const PLAN: InventoryPlan = {
  file_sha256: 'a'.repeat(64),
  unchanged: 1906,
  by_hand: ['certificate'],
  entries: [
    entry('add', 'region', 'us-east-1', { changes: [{ field: 'description', here: null, file: 'Virginia' }] }),
    entry('change', 'environment', 'eu-prod-web-03', {
      ref: 'web-03',
      changes: [{ field: 'servers', here: ['a'], file: ['a', 'b'] }],
      effect: '5 configs will wait for a commit on b.',
    }),
    entry('conflict', 'database_host', 'eu-db-04', {
      changes: [{ field: 'label', here: 'EU 4', file: 'EU West 4', declared: 'eu-db-04' }],
    }),
    entry('conflict', 'tenant', 'Late', { reason: 'The id 2 of Late is or was another tenant’s.' }),
    entry('remove', 'certificate', '*.old.example'),
    entry('refused', 'environment', 'eu-old-web-01', { reason: 'Derwent and Northgate use it.' }),
  ],
};
const RUN = {
  id: 7,
  kind: 'inventory',
  subject: '3 of fleet.yaml',
  facts: { file: 'fleet.yaml' },
  tenant_id: null,
  outcome: 'succeeded',
  error: null,
  sequence: null,
  started_by: 'Amelia Hart',
  started_at: '2026-11-21T09:00:00.000Z',
  ended_at: '2026-11-21T09:00:02.000Z',
  aborted_by: null,
  unseen_since: null,
  unseen_host: null,
  output_length: 0,
  usual_seconds: null,
};

async function openPage(answers: Record<string, FakeResponse>, address = '/fleet/import', role = 'admin') {
  const sent: FormData[] = [];
  const arrived = startFakeServer({
    'GET /api/console': { user: 'amelia.hart', role, sandbox: false },
    ...answers,
  });
  const fetched = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (init?.body instanceof FormData) sent.push(init.body);
    return fetched(input, init);
  };
  return { ...(await renderPage('/fleet/import', ImportPage, address)), sent, arrived };
}
const file = (size = 10, name = 'fleet.yaml') => new File([new Uint8Array(size).fill(97)], name);
const choose = (user: Awaited<ReturnType<typeof openPage>>['user'], chosen = file()) =>
  chooseFile(user, 'Inventory file', chosen);
const tick = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('the plan of an inventory', () => {
  it('is shown by kind, with additions and changes ticked, and conflicts and removals left to the person', async () => {
    const { user } = await openPage({ 'POST /api/inventory/plan': { ...PLAN } });
    await choose(user);
    await screen.findByText('2 of 6 ticked');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Regions',
      'Certificates',
      'Environments',
      'Database hosts',
      'Tenants',
    ]);
    expect(tick(/us-east-1/).checked && tick(/eu-prod-web-03/).checked).toBe(true);
    expect(tick(/eu-db-04/).checked || tick(/\*\.old\.example/).checked).toBe(false);
    expect(tick(/Late/).disabled && tick(/eu-old-web-01/).disabled).toBe(true);
    const conflict = screen.getByRole('region', { name: 'Database hosts' });
    expect(conflict.textContent).toMatch(/label.*EU 4.*EU West 4.*was eu-db-04/);
    screen.getByText(/Derwent and Northgate use it/);
    screen.getByText('1,906 items stay as they are; kept by hand: certificates');
    screen.getByText('5 configs will wait for a commit on b.');
    screen.getByText('1 conflict not ticked');
    screen.getByText('1 removal not ticked');
    screen.getByText('2 not possible');
  });

  it('is filtered by action, kind and words; all entries of a kind are ticked at once', async () => {
    const { user } = await openPage({ 'POST /api/inventory/plan': { ...PLAN } });
    await choose(user);
    await user.click(await screen.findByRole('button', { name: /^Conflicts\s*2/ }));
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: /^Tenants\s*1/ }));
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: /^All\s*6/ }));
    await user.click(screen.getByRole('button', { name: /^Tenants\s*1/ }));
    await user.type(screen.getByRole('searchbox', { name: 'Search the plan' }), 'virginia');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(tick(/us-east-1/));
    await user.click(tick(/us-east-1/));
    await user.clear(screen.getByRole('searchbox', { name: 'Search the plan' }));
    await screen.findByText('2 of 6 ticked');
  });

  it('is shown whole again from filters that nothing matches', async () => {
    const { user } = await openPage({ 'POST /api/inventory/plan': { ...PLAN } });
    await choose(user);
    await user.click(await screen.findByRole('button', { name: /^Additions\s*1/ }));
    await user.click(screen.getByRole('button', { name: /^Regions\s*1/ }));
    await user.click(screen.getByRole('button', { name: /^Conflicts\s*2/ }));
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: /^Clear / }));
    expect(screen.getAllByRole('checkbox')).toHaveLength(6);
  });

  it('is applied as ticked, and followed as a run that is in the address, with a result per item', async () => {
    const text = `[1/3] added region us-east-1\n[2/3] changed environment web-03\n[3/3] left database_host eu-db-04\n    It was changed here after it was planned.\n`;
    const run = { ...RUN, output_length: text.length };
    const { user, sent, router } = await openPage({
      'POST /api/inventory/plan': { ...PLAN },
      'POST /api/inventory/apply': Response.json({ run_id: 7 }, { status: 202 }),
      'GET /api/run/7': { run },
      'GET /api/run/7/output?from=0': {
        pieces: [{ offset: 0, at: RUN.started_at, text }],
        next: text.length,
        length: text.length,
        outcome: 'succeeded',
      },
    });
    const answers = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      input instanceof Request || !String(input).startsWith('/api/run?key=')
        ? answers(input, init)
        : Promise.resolve(Response.json({ runs: [run], next: null }));
    await choose(user);
    await screen.findByText('2 of 6 ticked');
    await user.click(tick(/eu-db-04/));
    await user.click(screen.getByRole('button', { name: 'Apply 3 to the console' }));
    const results = await screen.findByRole('region', { name: 'Results' });
    await waitFor(() => expect(within(results).getAllByRole('listitem')).toHaveLength(3));
    expect(within(results).getAllByRole('listitem')[0]?.textContent).toContain(
      'Lefteu-db-04 database hostIt was changed here after it was planned.',
    );
    const applied = sent.at(-1)?.get('entries');
    expect(JSON.parse(typeof applied === 'string' ? applied : '')).toEqual([
      { kind: 'region', ref: 'us-east-1', fingerprint: 'print of us-east-1' },
      { kind: 'environment', ref: 'web-03', fingerprint: 'print of eu-prod-web-03' },
      { kind: 'database_host', ref: 'eu-db-04', fingerprint: 'print of eu-db-04' },
    ]);
    expect(router.latestLocation.searchStr).toMatch(/click=/);
    await user.click(screen.getByRole('button', { name: 'Plan fleet.yaml again' }));
    await screen.findByText('2 of 6 ticked');
    expect(router.latestLocation.searchStr).not.toMatch(/click=/);
  });

  it('says when nothing differs', async () => {
    const { user } = await openPage({ 'POST /api/inventory/plan': { ...PLAN, entries: [], unchanged: 11 } });
    await choose(user);
    await screen.findByText('Nothing differs');
    expect(screen.getByText('All 11 items in the file match the console.')).toBeTruthy();
  });
});

describe('a file that cannot be planned', () => {
  it('shows its faults by line, and keeps what was pasted', async () => {
    const faults = [
      { line: 2, path: 'regions[0].name', message: 'must be letters, digits, dots and dashes' },
      { line: null, path: 'inventory', message: 'is empty' },
    ];
    const { user } = await openPage({
      'POST /api/inventory/plan': fakeError(422, {
        error: 'The file has 2 errors. Correct it first.',
        code: 'refused',
        details: { faults, fault_count: 2, file_sha256: '' },
      }),
    });
    await user.type(await screen.findByLabelText('Or paste it'), 'regions: x');
    await user.click(screen.getByRole('button', { name: 'Plan the text' }));
    const list = await screen.findByRole('alert');
    expect(list.textContent).toContain('pasted.yaml has 2 errors.');
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe(
      'Line 2regions[0].namemust be letters, digits, dots and dashes',
    );
    expect(screen.getByLabelText<HTMLTextAreaElement>('Or paste it').value).toBe('regions: x');
  });

  it('is not sent if it is larger than 12 MB', async () => {
    const { user, sent } = await openPage({});
    await choose(user, file(INVENTORY_FILE_BYTES + 1));
    expect((await screen.findByRole('alert')).textContent).toContain('fleet.yaml is too large.');
    expect(sent).toEqual([]);
  });

  it('explains why it is not an inventory, and offers another one', async () => {
    const { user } = await openPage({
      'POST /api/inventory/plan': fakeError(422, { error: 'The file is not text.', code: 'refused' }),
    });
    await choose(user, file(10, 'fleet.zip'.replace('zip', 'json')));
    expect((await screen.findByRole('alert')).textContent).toContain('fleet.json cannot be read.');
    screen.getByLabelText('Inventory file');
  });

  it('can be tried again after a failure of the server', async () => {
    const { user } = await openPage({
      'POST /api/inventory/plan': fakeError(500, { error: 'Broken.', code: 'internal' }),
    });
    await choose(user);
    await screen.findByText('fleet.yaml could not be planned');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

it('is for admins only: others see whom to ask', async () => {
  await openPage({}, '/fleet/import', 'operator');
  await screen.findByText('This page is for admins');
  expect(screen.getByRole('status').textContent).toContain('You are an operator.');
});
