import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { credentials } from '../lib/api/api.ts';
import { fakeError, startFakeServer, type FakeResponse } from '../lib/testing/fake-server.ts';
import { renderPage } from '../lib/testing/render-page.tsx';
import { DebugPage } from './debug-page.tsx';
import type { Session } from './session/session.ts';
import type { SessionState } from './session/session-machine.ts';
import { SessionProvider } from './session/session-context.ts';

const CALL = 'POST /api/debug';

async function openPage(answer: FakeResponse, state: SessionState = { status: 'success', user: 'Amelia Hart' }) {
  const arrived = startFakeServer({ [CALL]: answer });
  if (state.status !== 'success') credentials.clear();
  const session: Session = {
    state: () => state,
    subscribe: () => () => undefined,
    check: () => Promise.resolve(),
    logOut: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    abandon: () => undefined,
  };
  const inSession = () => (
    <SessionProvider value={session}>
      <DebugPage />
    </SessionProvider>
  );
  return { ...(await renderPage('/debug', inSession, '/debug')), arrived };
}

it("posts the tokens of the tab and shows the server's warnings, never the tokens [VDA-04, VDA-05]", async () => {
  const warnings = ['The token has expired.', 'There is no refresh token.'];
  const { page, arrived } = await openPage({ warnings });
  await waitFor(() => expect(page.textContent).toContain(warnings[0]));
  expect(page.textContent).toContain(warnings[1]);
  expect(arrived).toEqual([{ call: CALL, body: { token: 't1', refresh_token: 'r1' } }]);
  expect(page.innerHTML).not.toMatch(/\b[tr]1\b/);
});

it('says when there is nothing to warn about, and checks again with the current tokens [VDA-04]', async () => {
  const { page, arrived } = await openPage({ warnings: [] });
  await waitFor(() => expect(page.textContent).toContain('There are no warnings.'));
  credentials.write({ token: 't2', refreshToken: 'r2', user: 'Amelia Hart' });
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(arrived).toHaveLength(2));
  expect(arrived[1]?.body).toEqual({ token: 't2', refresh_token: 'r2' });
});

it('says why the server did not respond', async () => {
  const { page } = await openPage(fakeError(429, { error: 'Too many requests.', code: 'refused' }));
  await waitFor(() => expect(page.textContent).toContain('Too many requests.'));
});

it('sends nothing without tokens (C-052)', async () => {
  const { page, arrived } = await openPage({ warnings: [] }, { status: 'idle', loggedOut: false });
  await waitFor(() => expect(page.textContent).toContain('There are no tokens in this tab'));
  expect(arrived).toEqual([]);
});
