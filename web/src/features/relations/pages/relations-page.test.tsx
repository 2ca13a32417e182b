import { TOPIC } from '@mission-control/contract/topics';
import type { TenantRelation } from '@mission-control/contract/relations/schema';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeError, holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { isDisabled, renderPage } from '../../../lib/testing/render-page.tsx';
import { RelationsPage } from './relations-page.tsx';

const relation = (id: number, type: 1 | 2, right: number, name: string): TenantRelation => ({
  id,
  idx: id - 1,
  type,
  tenant_left: 12,
  tenant_right: right,
  tenant_right_name: name,
});
const two = [relation(1, 1, 100, 'Brimham Training'), relation(2, 2, 101, 'Dale District')];
const tenantWith = (relations: TenantRelation[], version = 3) => ({
  tenant: { _id: 12, tenant_name: 'Brimham Active', relations, version },
});
const tenants = [
  { id: 12, tenant_name: 'Brimham Active' },
  { id: 100, tenant_name: 'Brimham Training' },
  { id: 101, tenant_name: 'Dale District' },
  { id: 200, tenant_name: 'Fenland Aquatics' },
];

async function openRelations(relations: TenantRelation[], answers: Parameters<typeof startFakeServer>[0] = {}) {
  const arrived = startFakeServer({
    'GET /api/tenant/12': tenantWith(relations),
    'GET /api/tenant/select': { tenants },
    ...answers,
  });
  const opened = await renderPage('/tenant/$id/relations', RelationsPage, '/tenant/12/relations');
  await screen.findByRole('heading', { name: 'Relations of Brimham Active' });
  const kinds = () => screen.queryAllByLabelText<HTMLSelectElement>('Kind of relation');
  const fields = () => screen.queryAllByLabelText<HTMLInputElement>('Tenant');
  const patches = () => arrived.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body);
  const shown = () => fields().map((field) => field.value);
  return { ...opened, arrived, kinds, fields, patches, shown };
}

type Opened = Awaited<ReturnType<typeof openRelations>>;

async function choose({ fields, user }: Opened, at: number, text: string): Promise<void> {
  const field = fields()[at] as HTMLElement;
  await user.clear(field);
  await user.type(field, text);
  await user.click(await screen.findByRole('option', { name: new RegExp(text) }));
  await waitFor(() => expect(fields()[at]?.value).toContain(text));
}

const save = () => screen.getByRole('button', { name: /^Save/ });
/** Makes the first relation 'is child of'. */
const turn = ({ kinds, user }: Opened) => user.selectOptions(kinds()[0] as HTMLElement, '2');
const toast = (text: string | RegExp) => screen.findByText(text);

describe('the relations of a tenant', () => {
  it('are sentences: type and tenant, each with Live to Test and Remove [RLN-01, RLN-02, RLN-04]', async () => {
    const { kinds, shown } = await openRelations(two);
    expect(kinds().map((kind) => kind.selectedOptions[0]?.textContent)).toEqual(['is parent of', 'is child of']);
    const offered = [...(kinds()[0]?.options ?? [])].map((option) => option.textContent);
    expect(offered).toEqual(['is parent of', 'is child of']);
    expect(shown()).toEqual(['Brimham Training', 'Dale District']);
    expect(screen.getAllByRole('button', { name: 'Live to Test' })).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Remove Dale District' })).toBeDefined();
  });

  it('are changed, added and removed, and saved as one list with the version [RLN-01, RLN-05, RLN-06]', async () => {
    const saved = tenantWith([relation(1, 2, 100, 'Brimham Training'), relation(9, 1, 200, 'Fenland Aquatics')], 4);
    const opened = await openRelations(two, { 'PATCH /api/tenant/12': saved });
    const { user, patches, arrived, shown } = opened;
    await turn(opened);
    await user.click(screen.getByRole('button', { name: 'Remove Dale District' }));
    expect(shown()).toEqual(['Brimham Training']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add relation' }));
    await user.click(screen.getByRole('button', { name: 'Add relation' }));
    await choose(opened, 1, 'Fenland');
    expect(save().textContent).toBe('Save3');
    await user.click(save());
    await toast('Relations saved');
    expect(patches()).toEqual([
      {
        relations: [
          { id: 1, tenant_right: 100, type: 2 },
          { tenant_right: 200, type: 1 },
        ],
        version: 3,
      },
    ]);
    expect(arrived.map(({ call }) => call)).toContain('GET /api/tenant/select');
    await waitFor(() => expect(isDisabled(save())).toBe(true));
  });

  it('cannot be saved with the tenant itself or the same one twice', async () => {
    const opened = await openRelations(two);
    expect(isDisabled(save())).toBe(true);
    await opened.user.click(screen.getByRole('button', { name: 'Add relation' }));
    await choose(opened, 2, 'Brimham Active');
    await screen.findByText('A tenant cannot have a relation to itself.');
    expect([save().textContent, isDisabled(save())]).toEqual(['Save1', true]);
    await choose(opened, 2, 'Dale District');
    await screen.findByText(/Dale District is listed twice\./);
  });

  it('keep the edits when the server refuses, and show each reason', async () => {
    const refusal = fakeError(422, { error: ['That would be a circle.', 'And another one.'], code: 'refused' });
    const opened = await openRelations(two, { 'PATCH /api/tenant/12': refusal });
    await turn(opened);
    await opened.user.click(save());
    await toast('That would be a circle.');
    await toast('And another one.');
    expect(opened.kinds()[0]?.value).toBe('2');
    expect(save().textContent).toBe('Save1');
  });

  it('show a concurrent save, with the edits on top', async () => {
    let now = tenantWith(two);
    const opened = await openRelations(two, { 'GET /api/tenant/12': () => now });
    const { kinds, shown, client } = opened;
    await turn(opened);
    now = tenantWith([...two, relation(3, 1, 200, 'Fenland Aquatics')], 4);
    await invalidateTopics(client, [TOPIC.tenant(12)]);
    await waitFor(() => expect(shown()).toEqual(['Brimham Training', 'Dale District', 'Fenland Aquatics']));
    expect(kinds()[0]?.value).toBe('2');
    expect(save().textContent).toBe('Save1');
  });

  it('cannot be edited while they are saved, because the save ends the edits', async () => {
    const saved = tenantWith([relation(1, 2, 100, 'Brimham Training'), ...two.slice(1)], 4);
    const opened = await openRelations(two, { 'PATCH /api/tenant/12': saved });
    const { user, kinds } = opened;
    const add = () => screen.getByRole('button', { name: 'Add relation' });
    const isInert = () => kinds().some((kind) => kind.closest('[inert]') !== null);
    await turn(opened);
    expect([isInert(), isDisabled(add())]).toEqual([false, false]);
    const release = holdResponses('/api/tenant/12');
    await user.click(save());
    await waitFor(() => expect([isInert(), isDisabled(add())]).toEqual([true, true]));
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
    release();
    await toast('Relations saved');
    await waitFor(() => expect([isInert(), isDisabled(add())]).toEqual([false, false]));
  });

  it('ask before unsaved ones are left', async () => {
    const opened = await openRelations(two);
    const { user, kinds, router } = opened;
    await turn(opened);
    void router.navigate({ to: '/tenant' as never });
    await screen.findByText(/Do you really want to leave\? you have unsaved changes!/);
    expect(router.state.location.pathname).toBe('/tenant/12/relations');
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(kinds()[0]?.value).toBe('2');
  });

  it('show an empty state', async () => {
    const { user, kinds } = await openRelations([]);
    expect(screen.getByText('No relations')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add relation' }));
    expect(kinds()).toHaveLength(1);
  });

  it('report when the tenants to choose from could not be loaded', async () => {
    const failure = fakeError(500, { error: 'The database is silent.', code: 'internal' });
    await openRelations(two, { 'GET /api/tenant/select': failure });
    await screen.findByText('The tenants to choose from could not be loaded.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('Live to Test', () => {
  it.each([
    ['is not suitable for a child or without a tenant [RLN-07]', 1, null, /Not suitable for Live to Test\./],
    [
      'names the command of the platform for a parent [RLN-08]',
      0,
      'ctl copy {live} {test} {live}',
      /: ctl copy 12 100 12$/,
    ],
    [
      'says where to name that command when there is none [RLN-08]',
      0,
      null,
      /It is a command of your platform\..*LIVE_TO_TEST_COMMAND/,
    ],
  ])('%s; nothing is sent', async (_name, at, command, words) => {
    const signedIn = { user: 'Amelia Hart', role: 'admin', sandbox: false, live_to_test: command };
    const { user, arrived } = await openRelations(two, { 'GET /api/console': signedIn });
    await waitFor(() => expect(arrived.some(({ call }) => call === 'GET /api/console')).toBe(true));
    const before = arrived.length;
    await user.click(screen.getAllByRole('button', { name: 'Live to Test' })[at] as HTMLElement);
    await toast(words);
    if (at === 0) await toast(/Not implemented/);
    expect(arrived).toHaveLength(before);
  });

  it('come back as a draft: what differs from the saved relations, and both values of what somebody else changed', async () => {
    const choice = (type: 1 | 2, id: number, name: string) => JSON.stringify({ type, other: { id, name } });
    const value = JSON.stringify([
      ['saved-1', choice(1, 100, 'Brimham Training'), choice(1, 200, 'Fenland Aquatics')],
      ['saved-2', choice(1, 101, 'Dale District'), null],
      ['added-0', null, choice(2, 200, 'Fenland Aquatics')],
    ]);
    const draft = { value, version: 1, saved_at: '2026-03-01T10:00:00.000Z', base: '', writer: 'another page' };
    const opened = await openRelations(two, { 'GET /api/draft/relations%3A12': { person: 1, draft } });
    const { user, shown, kinds } = opened;
    await user.click(await screen.findByRole('button', { name: 'Keep' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Relation with Dale District');
    expect(dialog.textContent).toContain('Use saved valueis child of Dale District');
    expect(dialog.textContent).toContain('Keep mine(removed)');
    expect(shown()).toEqual(['Fenland Aquatics', 'Dale District', 'Fenland Aquatics']);
    await user.click(screen.getByLabelText(/^Keep mine/));
    await user.click(screen.getByRole('button', { name: 'Continue editing' }));
    expect(shown()).toEqual(['Fenland Aquatics', 'Fenland Aquatics']);
    expect(kinds().map((kind) => kind.value)).toEqual(['1', '2']);
    await user.click(screen.getByRole('button', { name: 'Add relation' }));
    expect(shown()).toHaveLength(3);
  });

  it('come back as a draft of what somebody else saved since the page was opened, without asking', async () => {
    const choice = (type: 1 | 2) => JSON.stringify({ type, other: { id: 200, name: 'Fenland Aquatics' } });
    const value = JSON.stringify([['saved-1', choice(1), choice(2)]]);
    const draft = { value, version: 4, saved_at: '2026-03-01T10:00:00.000Z', base: '', writer: 'another page' };
    const answers = { 'GET /api/draft/relations%3A12': { person: 1, draft } };
    const { client, user, shown, kinds } = await openRelations(two, answers);
    const keep = await screen.findByRole('button', { name: 'Keep' });
    startFakeServer({
      'GET /api/tenant/12': tenantWith(
        [relation(1, 1, 200, 'Fenland Aquatics'), relation(2, 2, 101, 'Dale District')],
        4,
      ),
      'GET /api/tenant/select': { tenants },
      ...answers,
    });
    await invalidateTopics(client, [TOPIC.tenant(12)]);
    await waitFor(() => expect(shown()).toEqual(['Fenland Aquatics', 'Dale District']));
    await user.click(keep);
    await waitFor(() => expect(kinds().map((kind) => kind.value)).toEqual(['2', '2']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('show both values of a relation that somebody else saves while it is edited, and follow the others', async () => {
    const opened = await openRelations(two);
    await turn(opened);
    startFakeServer({
      'GET /api/tenant/12': tenantWith(
        [relation(1, 1, 200, 'Fenland Aquatics'), relation(2, 1, 101, 'Dale District')],
        4,
      ),
      'GET /api/tenant/select': { tenants },
    });
    await invalidateTopics(opened.client, [TOPIC.tenant(12)]);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Use saved valueis parent of Fenland Aquatics');
    expect(dialog.textContent).toContain('Keep mineis child of Brimham Training');
    await opened.user.click(screen.getByLabelText(/^Use saved value/));
    await opened.user.click(screen.getByRole('button', { name: 'Continue editing' }));
    expect(opened.shown()).toEqual(['Fenland Aquatics', 'Dale District']);
    expect(opened.kinds().map((kind) => kind.value)).toEqual(['1', '1']);
    expect(isDisabled(save())).toBe(true);
  });
});
