import type { Person } from '@mission-control/contract/people/schema';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeError, holdResponses, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { PeoplePage } from './people-page.tsx';

const toasts = collectToasts();

const person = (id: number, name: string, more: Partial<Person> = {}): Person => ({
  id,
  name,
  role: 'operator',
  state: 'active',
  state_by: null,
  state_at: null,
  signs_in_by: ['password'],
  link_ends_at: null,
  last_seen_at: '2026-11-21T09:00:00.000Z',
  sessions: 1,
  created_at: '2026-11-01T09:00:00.000Z',
  last_admin: false,
  ...more,
});
const PEOPLE = [
  person(1, 'amelia.hart', { role: 'admin', last_admin: true }),
  person(2, 'priya.shah', { state: 'invited', signs_in_by: [], link_ends_at: '2026-11-22T09:00:00.000Z' }),
  person(3, 'owen.reyes', { state: 'deleted', state_by: 'amelia.hart', state_at: '2026-11-20T09:00:00.000Z' }),
];

async function openPage(people: FakeResponse, address = '/people', role = 'admin') {
  let confirmed = false;
  const arrived = startFakeServer({
    'GET /api/people': people,
    'GET /api/console': { user: 'amelia.hart', role, sandbox: false },
    'GET /api/people/1/sessions': { sessions: [] },
    'GET /api/people/2/sessions': { sessions: [] },
    'POST /api/me/confirm': () => ((confirmed = true), {}),
    'PATCH /api/people/2': () =>
      confirmed
        ? person(2, 'priya.shah', { role: 'admin' })
        : fakeError(422, { error: 'No.', code: 'refused', fields: { password: 'Type it.' } }),
    'DELETE /api/people/2': {},
    'POST /api/people': () => fakeError(409, { error: 'Taken.', code: 'conflict', fields: { name: 'Taken.' } }),
  });
  const { user, router } = await renderPage('/people', PeoplePage, address);
  return { user, router, sent: () => arrived.filter(({ call }) => !call.startsWith('GET')) };
}

/** The response of the server. */
const ALL = { people: PEOPLE, default_role: 'release-manager' };

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent;

describe('the people', () => {
  it('are listed with role, way to sign in and state; deleted ones apart', async () => {
    const { user } = await openPage(ALL);
    expect(await rowOf('amelia.hart')).toMatch(/amelia\.hart.*AdminLast adminPassword.*Active/);
    expect(await rowOf('priya.shah')).toMatch(/priya\.shahOperatorOne-time link.*Invited/);
    expect(screen.queryByText('owen.reyes')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Deleted (1)' }));
    await screen.findByRole('button', { name: 'Restore owen.reyes' });
    expect(screen.queryByText('priya.shah')).toBeNull();
  });

  it('cannot lose their last active admin', async () => {
    await openPage(ALL, '/people?person=1');
    const panel = within(await screen.findByRole('dialog', { name: 'amelia.hart' }));
    for (const name of ['Disable', 'Delete'])
      expect(panel.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    const closed = panel.getAllByRole<HTMLOptionElement>('option').filter(({ disabled }) => disabled);
    expect(closed.map(({ textContent }) => textContent)).toEqual(['Viewer', 'Operator', 'Release manager']);
    await panel.findByText('Nobody is signed in with this account.');
  });

  it('are for admins only: others see whom to ask', async () => {
    await openPage(ALL, '/people', 'operator');
    await screen.findByText('This page is for admins');
    expect(screen.getByRole('status').textContent).toContain('You are an operator.');
  });

  it('show a failed read with a retry', async () => {
    await openPage(fakeError(500, { error: 'Broken.', code: 'internal' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The people could not be loaded');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

it('asks for the own password before the role of a person changes, when the sign-in is older', async () => {
  const { user, sent } = await openPage(ALL, '/people?person=2');
  const panel = within(await screen.findByRole('dialog', { name: 'priya.shah' }));
  await user.selectOptions(panel.getByLabelText('Role'), 'admin');
  await user.click(await screen.findByRole('button', { name: 'Change role' }));
  await user.type(await screen.findByLabelText('Your password'), 'secret{Enter}');
  await waitFor(() => expect(toasts.at(-1)?.text).toBe('priya.shah is now Admin'));
  expect(sent().map(({ call }) => call)).toEqual([
    'PATCH /api/people/2',
    'POST /api/me/confirm',
    'PATCH /api/people/2',
  ]);
});

it('leaves the user on the page then open when the response to a deletion comes late', async () => {
  const { user, router } = await openPage(ALL, '/people?person=2');
  const panel = within(await screen.findByRole('dialog', { name: 'priya.shah' }));
  await user.click(panel.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.type(question.getByLabelText('Type the name below to confirm'), 'priya.shah');
  const release = holdResponses('/api/people/2');
  await user.click(question.getByRole('button', { name: 'Delete person' }));
  await act(() => router.navigate({ to: '/tenants' } as never));
  release();
  await waitFor(() => expect(toasts.at(-1)?.text).toBe('priya.shah deleted'));
  expect(router.latestLocation.href).toBe('/tenants');
});

it('shows in the dialog why a name is rejected', async () => {
  const { user, sent } = await openPage(ALL);
  await user.click(await screen.findByRole('button', { name: 'Add person' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add person' }));
  await user.click(dialog.getByRole('button', { name: 'Add person' }));
  await dialog.findByText('Enter a name.');
  await user.type(dialog.getByLabelText('Name'), 'Amelia.Hart');
  await user.click(dialog.getByRole('button', { name: 'Add person' }));
  await dialog.findByText('Taken.');
  expect(sent()).toEqual([{ call: 'POST /api/people', body: { name: 'Amelia.Hart', role: 'release-manager' } }]);
});
