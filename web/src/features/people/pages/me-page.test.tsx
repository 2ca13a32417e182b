import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeError, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { MePage } from './me-page.tsx';

const toasts = collectToasts();
const [OWN, OTHER] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const session = (id: string, device: string | null) => ({
  id,
  device,
  address: '203.0.113.24',
  started_at: '2026-11-21T08:00:00.000Z',
  last_seen_at: '2026-11-21T09:00:00.000Z',
  ends_at: '2026-11-21T20:00:00.000Z',
  current: id === OWN,
});

const refusal = (fields: Record<string, string>) =>
  fakeError(422, { error: 'Log out and in again.', code: 'refused', fields });

async function openPage(methods: readonly string[] = ['password']) {
  let confirmed = false;
  const arrived = startFakeServer({
    'GET /api/me': { id: 1, name: 'amelia.hart', role: 'release-manager', signs_in_by: methods },
    'GET /api/me/sessions': { sessions: [session(OWN, 'Chrome on Windows'), session(OTHER, null)] },
    [`DELETE /api/me/sessions/${OTHER}`]: { ended: 1 },
    'DELETE /api/me/sessions': { ended: 1 },
    'POST /api/me/confirm': (body) => {
      confirmed = (body as { password: string }).password === 'right';
      return confirmed ? {} : refusal({ password: 'The password is wrong.' });
    },
    'GET /api/me/passkeys': { passkeys: [], address: window.location.origin },
    'POST /api/me/passkeys/options': { options: { challenge: 'aaaa', user: { id: 'aaaa' } } },
    'POST /api/me/tokens': () =>
      refusal(methods.includes('password') && !confirmed ? { password: 'Enter your password.' } : {}),
    'PUT /api/me/password': (body) =>
      (body as { old_password: string }).old_password === 'right'
        ? { ended: 1 }
        : refusal({ old_password: 'The old password is wrong.' }),
  });
  const { user } = await renderPage('/me', MePage, '/me');
  await screen.findByRole('heading', { name: 'Sessions (2)' });
  return { user, sent: () => arrived.filter(({ call }) => !call.startsWith('GET')) };
}

it('lists the sessions of the user and ends one, or all others after confirmation', async () => {
  const { user, sent } = await openPage();
  const own = screen.getByText('Chrome on Windows').closest('li');
  expect([own?.textContent.includes('This session'), own?.querySelector('button')]).toEqual([true, null]);
  await user.click(screen.getByRole('button', { name: 'End Unknown device of yours' }));
  await waitFor(() => expect(toasts.at(-1)).toEqual({ text: 'Session ended', meaning: 'success' }));
  await user.click(screen.getByRole('button', { name: 'End all others' }));
  await user.click(await screen.findByRole('button', { name: 'End sessions' }));
  await waitFor(() => expect(toasts.at(-1)?.text).toBe('All other sessions ended'));
  expect(sent().map(({ call }) => call)).toEqual([`DELETE /api/me/sessions/${OTHER}`, 'DELETE /api/me/sessions']);
});

it('changes the password, and shows errors at their fields', async () => {
  const { user, sent } = await openPage();
  const fields = ['Old password', 'New password', 'New password again'].map((label) =>
    screen.getByLabelText<HTMLInputElement>(label),
  );
  const fill = async (values: readonly string[]) => {
    for (const [at, field] of fields.entries()) {
      await user.clear(field);
      await user.type(field, values[at] ?? '');
    }
    await user.click(screen.getByRole('button', { name: 'Change password' }));
  };
  await fill(['wrong', 'too short', 'different']);
  await screen.findByText('A password has 12 to 128 characters.');
  await screen.findByText('The passwords do not match.');
  expect(sent()).toEqual([]);
  await fill(['wrong', 'four words that fit', 'four words that fit']);
  await screen.findByText('The old password is wrong.');
  await fill(['right', 'four words that fit', 'four words that fit']);
  await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['Password changed']));
  expect(sent().at(-1)?.body).toEqual({ old_password: 'right', password: 'four words that fit' });
  expect(fields.map(({ value }) => value)).toEqual(['', '', '']);
});

it('offers no password to a person who signs in without one', async () => {
  await openPage([]);
  expect(screen.queryByLabelText('Old password')).toBeNull();
});

/** Opens the dialog of a new token, types its name, and submits. */
async function createToken(methods: readonly string[]) {
  const { user, sent } = await openPage(methods);
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API token' }));
  await user.type(dialog.getByLabelText('Name'), 'bot');
  await user.click(dialog.getByRole('button', { name: 'Create token' }));
  return { user, dialog, calls: () => sent().map(({ call }) => call) };
}

it('asks for the password before a token is created, unless the sign-in is recent', async () => {
  const { user, dialog, calls } = await createToken(['password']);
  const identity = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  const confirm = () => user.click(identity.getByRole('button', { name: 'Confirm' }));
  await confirm();
  await identity.findByText('Enter your password.');
  await user.type(identity.getByLabelText('Your password'), 'wrong');
  await confirm();
  await identity.findByText('The password is wrong.');
  await user.clear(identity.getByLabelText('Your password'));
  await user.type(identity.getByLabelText('Your password'), 'right');
  await confirm();
  await waitFor(() =>
    expect(calls()).toEqual([
      'POST /api/me/tokens',
      'POST /api/me/confirm',
      'POST /api/me/confirm',
      'POST /api/me/tokens',
    ]),
  );
  expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull();
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('bot');
});

it('keeps the form of a token when the user does not confirm their identity', async () => {
  const { user, dialog, calls } = await createToken(['password']);
  const identity = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.click(identity.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Create token' }).ariaDisabled).not.toBe('true'));
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('bot');
  expect([toasts, calls()]).toEqual([[], ['POST /api/me/tokens']]);
});

it('tells a person with single sign-on to sign in again before a token is created', async () => {
  await createToken(['single-sign-on']);
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ text: 'Log out and in again.', meaning: 'error' }));
  expect(screen.queryByLabelText('Your password')).toBeNull();
});

it('says that the browser cannot create a passkey, and keeps the form', async () => {
  const { user, sent } = await openPage();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add passkey' }).ariaDisabled).not.toBe('true'));
  await user.click(screen.getByRole('button', { name: 'Add passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }));
  await user.type(dialog.getByLabelText('Name'), 'Laptop{Enter}');
  await waitFor(() => expect(toasts.at(-1)?.text).toBe('This browser could not create a passkey.'));
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Laptop');
  expect(sent().map(({ call }) => call)).toEqual(['POST /api/me/passkeys/options']);
});
