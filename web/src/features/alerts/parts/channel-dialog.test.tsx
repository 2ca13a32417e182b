import type { AlertChannel } from '@mission-control/contract/alerts/schema';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeError, holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderUi } from '../../../lib/testing/render-page.tsx';
import { ChannelDialog } from './channel-dialog.tsx';

const channel: AlertChannel = {
  id: 7,
  name: 'Pager',
  kind: 'email',
  enabled: true,
  target: 'duty@example.org',
  email: {
    host: 'mail.example',
    port: 587,
    security: 'starttls',
    user: 'mc',
    from: 'mc@example.org',
    to: ['duty@example.org'],
    people: false,
  },
  rules: 0,
  waiting: 0,
  last: null,
  updated_at: '2026-03-01T10:00:00.000Z',
  updated_by: 'ben',
};
const DRAFT = '/api/draft/alert-channel%3A7';
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

it('restores unsaved edits of a channel, including its password', async () => {
  const value = JSON.stringify([
    ['host', 'mail.example', 'mail-2.example'],
    ['password', '', 'hunter2'],
    ['enabled', 'on', 'off'],
  ]);
  const draft = { value, version: 1, saved_at: '2026-03-01T10:00:00.000Z', base: '', writer: 'x' };
  startFakeServer({ [`GET ${DRAFT}`]: { person: 1, draft } });
  const { user } = renderUi(<ChannelDialog channel={channel} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Keep' }));
  expect([valueOf('Mail server'), valueOf('Password')]).toEqual(['mail-2.example', 'hunter2']);
  expect(screen.getByLabelText<HTMLInputElement>('Switched on').checked).toBe(false);
});

it('keeps edits, follows saves by others, and shows both values of a conflicting field', async () => {
  const stored = { version: 1, saved_at: '2026-03-01T10:00:00.000Z' };
  const arrived = startFakeServer({ [`PUT ${DRAFT}`]: stored, [`GET ${DRAFT}`]: { person: 1, draft: null } });
  const { user, rerender } = renderUi(<ChannelDialog channel={channel} onClose={() => undefined} />);
  await user.clear(screen.getByLabelText('Port'));
  await user.type(screen.getByLabelText('Port'), '465');
  const drafts = () =>
    arrived.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => (body as { value: string }).value);
  await waitFor(() => expect(drafts().at(-1)).toBe('[["port","587","465"]]'), { timeout: 5000 });
  const email = { ...channel.email, port: 25, user: 'other' } as AlertChannel['email'];
  rerender(
    <ChannelDialog channel={{ ...channel, email, updated_at: '2026-03-02T00:00:00.000Z' }} onClose={() => undefined} />,
  );
  const choice = await screen.findByRole('dialog', { name: 'These settings were saved elsewhere in the meantime' });
  expect(choice.textContent).toMatch(/Port.*Before587.*Use saved value25.*Keep mine465/);
  await user.click(screen.getByLabelText(/^Use saved value/));
  await user.click(screen.getByRole('button', { name: 'Continue editing' }));
  expect([valueOf('Port'), valueOf('User')]).toEqual(['25', 'other']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  // The merged version, so that the server refuses to overwrite a later one.
  await waitFor(() =>
    expect(arrived.at(-1)?.call).toBe(`PUT /api/alert-channel/${channel.id}?known=2026-03-02T00%3A00%3A00.000Z`),
  );
});

it('shows which recipient is invalid', async () => {
  const fields = { 'settings.to.1': 'must be an e-mail address' };
  startFakeServer({
    [`GET ${DRAFT}`]: { person: 1, draft: null },
    'PUT /api/alert-channel/7?known=2026-03-01T10%3A00%3A00.000Z': fakeError(400, {
      error: 'Invalid',
      code: 'bad_request',
      fields,
    }),
  });
  const { user } = renderUi(<ChannelDialog channel={channel} onClose={() => undefined} />);
  await user.type(screen.getByLabelText('Recipients'), '{Enter}nobody');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('nobody: must be an e-mail address')).toBeDefined();
});

it('is saved once, also when it is edited while the request runs', async () => {
  const save = 'PUT /api/alert-channel/7?known=2026-03-01T10%3A00%3A00.000Z';
  const arrived = startFakeServer({ [save]: {} });
  const release = holdResponses('.000Z');
  const onClose = vi.fn<() => void>();
  const { user } = renderUi(<ChannelDialog channel={channel} onClose={onClose} />);
  const button = screen.getByRole('button', { name: 'Save' });
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  await user.type(screen.getByLabelText('User'), '2');
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  release();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(arrived.filter(({ call }) => call === save)).toHaveLength(1);
});
