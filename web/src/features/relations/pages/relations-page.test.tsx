import { TOPIC } from '@mission-control/contract/topics';
import type { TenantRelation } from '@mission-control/contract/relations/schema';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeError, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { click, control, eventually, renderPage } from '../../../lib/testing/render-page.tsx';
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
  const { page } = opened;
  await eventually(() => expect(page.textContent).toContain('Relations of Brimham Active'));
  const kinds = () => [...page.querySelectorAll<HTMLSelectElement>('select')];
  const fields = () => [...page.querySelectorAll<HTMLInputElement>('[role="combobox"]')];
  const patches = () => arrived.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body);
  const shown = () => fields().map((field) => field.value);
  return { ...opened, arrived, kinds, fields, patches, shown };
}

type Opened = Awaited<ReturnType<typeof openRelations>>;

const setValue = (
  field: HTMLInputElement | HTMLSelectElement | undefined,
  value: string,
  event: 'input' | 'change',
) => {
  if (!field) throw new Error('There is no such field.');
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
};

async function choose({ fields, user }: Opened, at: number, text: string): Promise<void> {
  const field = fields()[at];
  if (!field) throw new Error('There is no such field.');
  await user.clear(field);
  await user.type(field, text);
  await user.click(await screen.findByRole('option', { name: new RegExp(text) }));
  await eventually(() => expect(fields()[at]?.value).toContain(text));
}

const reason = (page: HTMLElement) => control(page, 'Save').getAttribute('aria-disabled');
const toasts = () => document.body.textContent;

describe('the relations of a tenant', () => {
  it('are sentences: type and tenant, each with Live to Test and Remove [RLN-01, RLN-02, RLN-04]', async () => {
    const { page, kinds, shown } = await openRelations(two);
    expect(kinds().map((kind) => kind.selectedOptions[0]?.textContent)).toEqual(['is parent of', 'is child of']);
    expect([...(kinds()[0]?.options ?? [])].map((option) => option.textContent)).toEqual([
      'is parent of',
      'is child of',
    ]);
    expect(shown()).toEqual(['Brimham Training', 'Dale District']);
    expect(control(page, 'Live to Test')).toBeDefined();
    expect(control(page, 'Remove Dale District')).toBeDefined();
  });

  it('are changed, added and removed, and saved as one list with the version [RLN-01, RLN-05, RLN-06]', async () => {
    const saved = tenantWith([relation(1, 2, 100, 'Brimham Training'), relation(9, 1, 200, 'Fenland Aquatics')], 4);
    const opened = await openRelations(two, { 'PATCH /api/tenant/12': saved });
    const { page, kinds, patches, arrived, shown } = opened;
    setValue(kinds()[0], '2', 'change');
    click(control(page, 'Remove Dale District'));
    await eventually(() => expect(shown()).toEqual(['Brimham Training']));
    click(control(page, 'Add relation'));
    await eventually(() => expect(shown()).toHaveLength(2));
    await choose(opened, 1, 'Fenland');
    click(control(page, 'Save3'));
    await eventually(() => expect(toasts()).toContain('Relations saved'));
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
    await eventually(() => expect(control(page, 'Save').getAttribute('aria-disabled')).toBe('true'));
  });

  it('cannot be saved with the tenant itself or the same one twice', async () => {
    const opened = await openRelations(two);
    const { page } = opened;
    expect(reason(page)).toBe('true');
    click(control(page, 'Add relation'));
    await eventually(() => expect(opened.fields()).toHaveLength(3));
    await choose(opened, 2, 'Brimham Active');
    await eventually(() => expect(page.textContent).toContain('A tenant cannot have a relation to itself.'));
    expect(control(page, 'Save1').getAttribute('aria-disabled')).toBe('true');
    await choose(opened, 2, 'Dale District');
    await eventually(() => expect(page.textContent).toContain('Dale District is listed twice.'));
  });

  it('keep what was chosen when the server refuses, and say each reason', async () => {
    const refusal = fakeError(422, { error: ['That would be a circle.', 'And another one.'], code: 'refused' });
    const { page, kinds } = await openRelations(two, { 'PATCH /api/tenant/12': refusal });
    setValue(kinds()[0], '2', 'change');
    await eventually(() => expect(control(page, 'Save1')).toBeDefined());
    click(control(page, 'Save1'));
    await eventually(() => expect(toasts()).toContain('That would be a circle.'));
    expect(toasts()).toContain('And another one.');
    expect(kinds()[0]?.value).toBe('2');
    expect(control(page, 'Save1')).toBeDefined();
  });

  it('show what somebody else saved, with the own choices on top', async () => {
    let now = tenantWith(two);
    const { page, kinds, shown, client } = await openRelations(two, { 'GET /api/tenant/12': () => now });
    setValue(kinds()[0], '2', 'change');
    now = tenantWith([...two, relation(3, 1, 200, 'Fenland Aquatics')], 4);
    await invalidateTopics(client, [TOPIC.tenant(12)]);
    await eventually(() => expect(shown()).toEqual(['Brimham Training', 'Dale District', 'Fenland Aquatics']));
    expect(kinds()[0]?.value).toBe('2');
    expect(control(page, 'Save1')).toBeDefined();
  });

  it('ask before unsaved ones are left', async () => {
    const { page, kinds, router } = await openRelations(two);
    setValue(kinds()[0], '2', 'change');
    await eventually(() => expect(control(page, 'Save1')).toBeDefined());
    void router.navigate({ to: '/tenant' as never });
    await eventually(() => expect(toasts()).toContain('Do you really want to leave? you have unsaved changes!'));
    expect(router.state.location.pathname).toBe('/tenant/12/relations');
    click(control(document, 'Stay'));
    await eventually(() => expect(document.querySelector('[role="alertdialog"]')).toBeNull());
    expect(kinds()[0]?.value).toBe('2');
  });

  it('say when there are none', async () => {
    const { page } = await openRelations([]);
    expect(page.textContent).toContain('No relations');
    click(control(page, 'Add relation'));
    await eventually(() => expect(page.querySelector('select')).not.toBeNull());
  });

  it('say when the tenants to choose from could not be read', async () => {
    const failure = fakeError(500, { error: 'The database is silent.', code: 'internal' });
    const { page } = await openRelations(two, { 'GET /api/tenant/select': failure });
    await eventually(() => expect(page.textContent).toContain('The tenants to choose from could not be read.'));
    expect(control(page, 'Retry')).toBeDefined();
  });
});

describe('Live to Test', () => {
  const press = (page: HTMLElement, at: number) => {
    const all = [...page.querySelectorAll('button')].filter((one) => one.textContent === 'Live to Test');
    click(all[at] ?? page);
  };

  it('is not suitable for a child or without a tenant [RLN-07]', async () => {
    const { page, patches } = await openRelations(two);
    press(page, 1);
    await eventually(() =>
      expect(document.querySelector('[data-toast="bad"]')?.textContent).toContain('Not suitable for Live to Test.'),
    );
    expect(patches()).toEqual([]);
  });

  it('is not implemented for a parent, and names the command; nothing is sent [RLN-08]', async () => {
    const { page, arrived } = await openRelations(two);
    const before = arrived.length;
    press(page, 0);
    await eventually(() =>
      expect(document.querySelector('[data-toast="warn"]')?.textContent).toMatch(
        /Not implemented.*mc live-to-test 12 100/,
      ),
    );
    expect(arrived).toHaveLength(before);
  });
});
