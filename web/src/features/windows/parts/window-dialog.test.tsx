import type { WindowRow } from '@mission-control/contract/windows/schema';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeFailure, holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderUi } from '../../../lib/testing/render-page.tsx';
import { WindowDialog } from './window-dialog.tsx';

const row: WindowRow = {
  id: 7,
  name: 'Patches',
  note: '',
  scope: { tenants: [], environments: [], services: [] },
  starts: '2026-03-01T02:00',
  zone: 'Europe/London',
  minutes: 120,
  rule: null,
  switches: false,
  state: 'coming',
  at: { from: '2026-03-01T02:00:00.000Z', to: '2026-03-01T04:00:00.000Z' },
  updated_at: '2026-02-01T10:00:00.000Z',
  updated_by: 'ben',
};
const AROUND = {
  'GET /api/environment/fast': { environments: [] },
  'GET /api/tenant/select': { tenants: [] },
  'POST /api/window/preview': { next: [], tenants: 0, sites: 0, switched: 0 },
};
const NEW = '/api/draft/window%3Anew';
const OLD = '/api/draft/window%3A7';
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const draftOf = (fields: [string, unknown, unknown][]) => {
  const texts = fields.map(([key, ...sides]) => [
    key,
    ...sides.map((side) => (side === undefined ? null : JSON.stringify(side))),
  ]);
  return {
    person: 1,
    draft: { value: JSON.stringify(texts), version: 1, saved_at: '2026-02-01T10:00:00.000Z', base: '', writer: 'x' },
  };
};

it('restores unsaved edits of a new window, whatever the current hour', async () => {
  const lost = draftOf([
    ['name', undefined, 'Move of a database'],
    ['starts', undefined, '2026-04-05T01:30'],
    ['rule', undefined, 'FREQ=DAILY'],
  ]);
  startFakeServer({ ...AROUND, [`GET ${NEW}`]: lost });
  const { user } = renderUi(<WindowDialog window={null} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Keep' }));
  expect(screen.queryByText('These settings were saved elsewhere in the meantime')).toBeNull();
  expect([valueOf('Name'), screen.getByDisplayValue('2026-04-05T01:30')]).toEqual([
    'Move of a database',
    expect.anything(),
  ]);
  expect(screen.getByRole('button', { name: 'Daily' }).getAttribute('aria-pressed')).toBe('true');
});

it('keeps edits, follows saves by others, and shows both values of a conflicting field', async () => {
  const stored = { version: 1, saved_at: '2026-02-01T10:00:00.000Z' };
  const arrived = startFakeServer({
    ...AROUND,
    [`PUT ${OLD}`]: stored,
    [`GET ${OLD}`]: { person: 1, draft: null },
  });
  const { user, rerender } = renderUi(<WindowDialog window={row} onClose={() => undefined} />);
  await user.type(screen.getByLabelText('Note'), 'mine');
  const drafts = () =>
    arrived.filter(({ call }) => call === `PUT ${OLD}`).map(({ body }) => (body as { value: string }).value);
  await waitFor(() => expect(drafts().at(-1)).toBe(JSON.stringify([['note', '""', '"mine"']])), { timeout: 5000 });
  const saved = { ...row, note: 'theirs', name: 'Patches of March', updated_at: '2026-02-02T00:00:00.000Z' };
  rerender(<WindowDialog window={saved} onClose={() => undefined} />);
  const choice = await screen.findByRole('dialog', { name: 'These settings were saved elsewhere in the meantime' });
  expect(choice.textContent).toMatch(/Note.*Use saved valuetheirs.*Keep minemine/);
  await user.click(screen.getByLabelText(/^Keep mine/));
  await user.click(screen.getByRole('button', { name: 'Continue editing' }));
  expect([valueOf('Name'), valueOf('Note')]).toEqual(['Patches of March', 'mine']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(arrived.findLast(({ call }) => call.startsWith('PUT /api/window'))?.call).toBe(
      'PUT /api/window/7?known=2026-02-02T00%3A00%3A00.000Z',
    ),
  );
});

it('keeps the next times and the form while the zone is being typed', async () => {
  const next = [{ from: '2026-04-05T01:30:00.000Z', to: '2026-04-05T03:30:00.000Z' }];
  startFakeServer({ ...AROUND, 'POST /api/window/preview': { next, tenants: 0, sites: 0, switched: 0 } });
  const { user } = renderUi(<WindowDialog window={row} onClose={() => undefined} />);
  await screen.findByText('Next times');
  const zone = screen.getByLabelText('Zone');
  await user.click(zone);
  await user.keyboard('{End}{Backspace}');
  expect(valueOf('Zone')).toBe('Europe/Londo');
  await screen.findByText('The next times appear once the fields are complete.');
});

it('says when the next times cannot be calculated', async () => {
  startFakeServer({ ...AROUND, 'POST /api/window/preview': fakeFailure() });
  renderUi(<WindowDialog window={row} onClose={() => undefined} />);
  expect(await screen.findByText('The next times could not be calculated.')).toBeDefined();
});

it.each([
  ['could not be loaded', 'The environments could not be loaded.', { 'GET /api/environment/fast': fakeFailure() }],
  ['do not match', 'No matching environment.', {}],
])('says of the environments that they %s', async (_what, text, answers) => {
  startFakeServer({ ...AROUND, ...answers });
  const { user } = renderUi(<WindowDialog window={row} onClose={() => undefined} />);
  await user.click(await screen.findByRole('combobox', { name: 'Environments' }));
  expect(await screen.findByText(text)).toBeDefined();
});

it('says what is switched to maintenance only once it is known', async () => {
  const arrived = startFakeServer({
    ...AROUND,
    'POST /api/window/preview': (body) => ({
      next: [],
      tenants: 2,
      sites: 3,
      switched: (body as { switches: boolean }).switches ? 5 : 0,
    }),
  });
  const { user } = renderUi(<WindowDialog window={row} onClose={() => undefined} />);
  await screen.findByText('Covers 2 tenants with 3 sites.');
  const release = holdResponses('/api/window/preview');
  await user.click(screen.getByLabelText('Switch the services to maintenance during it'));
  await waitFor(() => expect(arrived.filter(({ call }) => call.endsWith('/preview'))).toHaveLength(2));
  expect(screen.getByRole('status', { name: 'Preview' }).textContent).not.toContain('Switches');
  release();
  await screen.findByText(/Switches 5 services to maintenance\./);
});
