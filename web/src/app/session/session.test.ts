import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { createCredentialStore } from '../../lib/api/credentials.ts';
import { memoryStorage } from '../../lib/testing/memory-storage.ts';
import { createSession } from './session.ts';
import { nextSession, type SessionState } from './session-machine.ts';

const failure = new ApiError({ status: 500, code: 'internal', messages: ['Broken.'], requestId: 'r1' });
const tokens = { token: 't1', refreshToken: 'r1', user: 'Amelia Hart' };

interface Answers {
  verify?: () => Promise<typeof tokens>;
  logout?: () => Promise<object>;
}

function setup({ verify = () => Promise.resolve(tokens), logout = () => Promise.resolve({}) }: Answers = {}) {
  const tab = memoryStorage();
  const credentials = createCredentialStore(tab, memoryStorage());
  const sent: string[] = [];
  const calls: string[] = [];
  const clock = { ms: 0 };
  const listeners: (() => void)[] = [];
  const work = { isThere: () => false, abandon: () => calls.push('abandoned') };
  const answers: Record<string, () => Promise<unknown>> = { verifySignIn: verify, logout };
  const send = (call: { name: string }) => {
    sent.push(call.name);
    return answers[call.name]?.() ?? Promise.reject(new Error(`No answer to ${call.name}`));
  };
  const start = () =>
    createSession({
      api: { send, start: () => Promise.reject(failure), open: () => Promise.reject(failure) } as ApiClient,
      credentials,
      tab,
      now: () => clock.ms,
      work: { isThere: () => work.isThere(), abandon: () => void work.abandon() },
      openAnew: () => calls.push('opened anew'),
      channel: { announceLogout: () => calls.push('logged out'), onLoggedOut: (listener) => listeners.push(listener) },
    });
  return { tab, credentials, sent, calls, listeners, clock, work, start };
}

describe('the sign-in', () => {
  it('is loading while the check runs and success after it, with one verify call for two checks [AUTH-13, AUTH-14]', async () => {
    const { start, sent, credentials } = setup();
    const session = start();
    const states: string[] = [];
    session.subscribe(() => states.push(session.state().status));
    await Promise.all([session.check(), session.check()]);
    expect(states).toEqual(['loading', 'success']);
    expect(session.state()).toEqual({ status: 'success', user: 'Amelia Hart' });
    expect(sent).toEqual(['verifySignIn']);
    expect(credentials.read()).toEqual(tokens);
  });

  it('is an error after a failed check, from which another check recovers [AUTH-15]', async () => {
    let fails = true;
    const { start } = setup({ verify: () => (fails ? Promise.reject(failure) : Promise.resolve(tokens)) });
    const session = start();
    await session.check();
    expect(session.state()).toEqual({ status: 'error', error: failure });
    fails = false;
    await session.check();
    expect(session.state().status).toBe('success');
  });

  it('is still there after a reload [AUTH-11]', async () => {
    const { start } = setup();
    await start().check();
    expect(start().state()).toEqual({ status: 'success', user: 'Amelia Hart' });
  });

  it('is gone after Logout, here and in the other tabs, and is not checked by itself after a reload [AUTH-16]', async () => {
    const { start, sent, calls, credentials } = setup();
    const session = start();
    await session.check();
    await session.logOut();
    expect(sent).toEqual(['verifySignIn', 'logout']);
    expect(calls).toEqual(['logged out']);
    expect(session.state()).toEqual({ status: 'idle', loggedOut: true });
    expect(credentials.read()).toBeNull();
    expect(start().state()).toEqual({ status: 'idle', loggedOut: true });
  });

  it('is gone from the browser even when the server cannot be reached, and this is reported', async () => {
    const { start, credentials } = setup({ logout: () => Promise.reject(failure) });
    const session = start();
    await session.check();
    await expect(session.logOut()).rejects.toBe(failure);
    expect(credentials.read()).toBeNull();
    expect(session.state()).toEqual({ status: 'idle', loggedOut: true });
  });

  it('never shows a state between Logout and the offer to log in again', async () => {
    const { start } = setup();
    const session = start();
    await session.check();
    const states: SessionState[] = [];
    session.subscribe(() => states.push(session.state()));
    await session.logOut();
    expect(states.every((state) => state.status === 'idle' && state.loggedOut)).toBe(true);
  });

  it('ends when another tab logs out', async () => {
    const { start, listeners, credentials } = setup();
    const session = start();
    await session.check();
    for (const listener of listeners) listener();
    expect(session.state()).toEqual({ status: 'idle', loggedOut: true });
    expect(credentials.read()).toBeNull();
  });

  it('is idle when the server stops accepting the tokens, and may be checked again', async () => {
    const { start, credentials, clock } = setup();
    const session = start();
    await session.check();
    clock.ms = 600_000;
    credentials.clear();
    expect(session.state()).toEqual({ status: 'idle', loggedOut: false });
  });

  it('is an error when the server rejects the tokens it has just issued, and is not checked in a loop', async () => {
    const { start, credentials } = setup();
    const session = start();
    await session.check();
    credentials.clear();
    expect(session.state()).toEqual({ status: 'idle', loggedOut: false });
    await session.check();
    expect(session.state()).toMatchObject({ status: 'error', error: { status: 401 } });
    expect(credentials.read()).toBeNull();
    await session.check();
    expect(session.state()).toMatchObject({ status: 'success' });
  });

  it('keeps no tokens of a check that ended after a logout', async () => {
    const verify = Promise.withResolvers<typeof tokens>();
    const { start, credentials } = setup({ verify: () => verify.promise });
    const session = start();
    const checked = session.check();
    await session.logOut();
    verify.resolve(tokens);
    await checked;
    expect(credentials.read()).toBeNull();
    expect(session.state()).toEqual({ status: 'idle', loggedOut: true });
  });
});

describe('the states of the sign-in', () => {
  it('ignore events that do not apply', () => {
    const success: SessionState = { status: 'success', user: 'a' };
    expect(nextSession(success, { type: 'check' })).toBe(success);
    expect(nextSession(success, { type: 'failed', error: failure })).toBe(success);
    const loggedOut: SessionState = { status: 'idle', loggedOut: true };
    expect(nextSession(loggedOut, { type: 'expired', hasWork: false })).toBe(loggedOut);
    expect(nextSession(loggedOut, { type: 'verified', user: 'a' })).toBe(loggedOut);
  });
});

describe('a session that ends with unsaved work (0094)', () => {
  async function end(answer: typeof tokens) {
    let current = tokens;
    const console = setup({ verify: () => Promise.resolve(current) });
    const session = console.start();
    await session.check();
    console.clock.ms = 60_000;
    console.work.isThere = () => true;
    console.credentials.clear();
    expect(session.state()).toEqual({ status: 'ended', user: 'Amelia Hart' });
    await session.check();
    expect(session.state().status).toBe('ended');
    current = answer;
    return { ...console, session };
  }

  it('continues when the same user signs in again', async () => {
    const { session, credentials, calls } = await end({ ...tokens, token: 't2' });
    await session.resume();
    expect(session.state()).toEqual({ status: 'success', user: 'Amelia Hart' });
    expect([credentials.read()?.token, calls]).toEqual(['t2', []]);
  });

  it('starts over, without what was stored, for another user', async () => {
    const other = { token: 't3', refreshToken: 'r3', user: 'Priya Shah' };
    const { session, credentials, calls, tab } = await end(other);
    tab.setItem('homeportal-cache:1', 'a draft');
    await session.resume();
    expect(calls).toEqual(['abandoned', 'opened anew']);
    expect([credentials.read(), tab.getItem('homeportal-cache:1')]).toEqual([other, null]);
    expect(session.state().status).toBe('ended');
  });

  it('can be left, which discards the work', async () => {
    const { session, calls } = await end(tokens);
    session.abandon();
    expect([session.state(), calls]).toEqual([{ status: 'idle', loggedOut: false }, ['abandoned']]);
  });
});
