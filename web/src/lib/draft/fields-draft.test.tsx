import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { renderUi } from '../testing/render-page.tsx';
import { FieldsDraft } from './fields-draft.tsx';
import { fromJson, jsonFields, readable, withChanges, type FieldChanges, type Fields } from './merge-fields.ts';

const BASE: Fields = new Map([
  ['name', 'one'],
  ['port', '25'],
  ['host', 'a'],
]);
const PAGE = 'alert-channel:7';
const PUT = 'PUT /api/draft/alert-channel%3A7';

/** A form of three fields; its server holds a draft if there are stored fields. */
function openForm(mine: Fields, stored: unknown = null) {
  const draft = stored && {
    value: JSON.stringify(stored),
    version: 1,
    saved_at: '2026-03-01T10:00:00.000Z',
    base: '',
    writer: 'another page',
  };
  const saved = { version: 2, saved_at: '2026-03-01T10:00:00.000Z' };
  const arrived = startFakeServer({ 'GET /api/draft/alert-channel%3A7': { person: 1, draft }, [PUT]: saved });
  let form = mine;
  const onRestore = vi.fn((changes: FieldChanges) => {
    form = withChanges(form, changes);
  });
  const view = (now: Fields, mergeOthers = true) => (
    <FieldsDraft
      page={PAGE}
      base={BASE}
      mine={form}
      saved={now}
      labelOf={(key) => (key === 'port' ? 'Port' : undefined)}
      show={(value) => `<${value}>`}
      mergeOthers={mergeOthers}
      onRestore={onRestore}
    />
  );
  const { rerender, user } = renderUi(view(BASE));
  const drafts = () => arrived.filter(({ call }) => call === PUT).map(({ body }) => (body as { value: string }).value);
  return {
    user,
    onRestore,
    drafts,
    form: () => form,
    others: (now: Fields, mergeOthers?: boolean) => rerender(view(now, mergeOthers)),
  };
}

const edited = withChanges(BASE, new Map([['port', '26']]));

it('follows what others save in fields that were not edited, and keeps the edits', async () => {
  const { others, form } = openForm(edited);
  others(withChanges(BASE, new Map([['host', 'b']])));
  await waitFor(() => expect(form().get('host')).toBe('b'));
  expect(form().get('port')).toBe('26');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows both values of a field that somebody else saved while it was edited, and takes the chosen one', async () => {
  const { others, form, user } = openForm(edited);
  others(withChanges(BASE, new Map([['port', '465']])));
  const dialog = await screen.findByRole('dialog', { name: 'These settings were saved elsewhere in the meantime' });
  expect(dialog.textContent).toContain('Port');
  for (const value of ['<25>', '<465>', '<26>']) expect(dialog.textContent).toContain(value);
  await user.click(screen.getByLabelText(/^Use saved value/));
  await user.click(screen.getByRole('button', { name: 'Continue editing' }));
  expect(form().get('port')).toBe('465');
});

it('keeps mine when the choice is closed, and does not ask again for the same value', async () => {
  const { others, form, user } = openForm(edited);
  const now = withChanges(BASE, new Map([['port', '465']]));
  others(now);
  await screen.findByRole('dialog');
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  others(now);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(form().get('port')).toBe('26');
  others(withChanges(BASE, new Map([['port', '587']])));
  expect((await screen.findByRole('dialog')).textContent).toContain('<465>');
});

it('does not mistake its own save for somebody else’s', () => {
  const { others, onRestore } = openForm(edited);
  others(withChanges(BASE, new Map([['port', '026']])), false);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onRestore).not.toHaveBeenCalled();
});

it('restores kept edits, and shows both values of what changed meanwhile', async () => {
  const { user, form } = openForm(BASE, [
    ['name', 'one', 'two'],
    ['host', 'old', 'mine'],
  ]);
  await user.click(await screen.findByRole('button', { name: 'Keep' }));
  expect(form().get('name')).toBe('two');
  const dialog = await screen.findByRole('dialog');
  for (const value of ['<old>', '<a>', '<mine>']) expect(dialog.textContent).toContain(value);
  await user.click(screen.getByLabelText(/^Keep mine/));
  await user.click(screen.getByRole('button', { name: 'Continue editing' }));
  expect(form().get('host')).toBe('mine');
});

it('stores what changed, with the base value', async () => {
  const { drafts } = openForm(edited);
  await waitFor(() => expect(drafts()).toEqual(['[["port","25","26"]]']), { timeout: 5000 });
});

it('reads objects as fields and back, and shows them as people read them', () => {
  const value = { name: 'Sites', channels: [1, 2], quiet: null, enabled: true };
  expect(fromJson(jsonFields(value))).toEqual(value);
  expect([...jsonFields(value).values()].map(readable)).toEqual(['Sites', '[1,2]', 'none', 'on']);
});
