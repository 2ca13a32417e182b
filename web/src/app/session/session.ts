import { logout, verifySignIn } from '@mission-control/contract/auth/calls';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Credentials, CredentialStore } from '../../lib/api/credentials.ts';
import { createSignal } from '../../ui/signal.ts';
import { nextSession, type SessionEvent, type SessionState } from './session-machine.ts';

/** Channel by which tabs announce a logout. */
export interface SessionChannel {
  announceLogout: () => void;
  onLoggedOut: (listener: () => void) => void;
}

export interface SessionDeps {
  api: ApiClient;
  credentials: CredentialStore;
  /** Keeps the logout flag across a reload of the tab. */
  tab: Storage;
  channel: SessionChannel;
  /** Monotonic ms. */
  now: () => number;
  /** Unsaved work of the page. */
  work: { isThere: () => boolean; abandon: () => void };
  /** Reloads the console for another user. */
  openAnew: () => void;
}

/** The tab's sign-in: observable state and its transitions. */
export interface Session {
  state: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Checks the sign-in; concurrent calls share one check. */
  check: () => Promise<void>;
  logOut: () => Promise<void>;
  /**
   * After a new sign-in over an ended session: the same user continues, another one starts clean.
   * @throws ApiError when nobody is signed in
   */
  resume: () => Promise<void>;
  /** Discards the unsaved work of an ended session. */
  abandon: () => void;
}

const LOGGED_OUT = 'loggedOut';
/** Tokens refused sooner than this after a check have not expired: either the session was ended, or checking would loop. */
const TOO_SOON_MS = 10_000;

/** Starts from stored credentials: with tokens, the user is signed in without a new check [AUTH-11]. */
export function createSession(deps: SessionDeps): Session {
  const { api, credentials, tab, channel, now, work } = deps;
  const kept = credentials.read();
  const { state, subscribe, happen } = createObservable(
    kept ? { status: 'success', user: kept.user } : { status: 'idle', loggedOut: tab.getItem(LOGGED_OUT) !== null },
  );
  let checking: Promise<void> | null = null;
  let verifiedAt = Number.NEGATIVE_INFINITY;
  let refusedSoon = false;

  async function verify(): Promise<void> {
    tab.removeItem(LOGGED_OUT);
    happen({ type: 'check' });
    try {
      const verified = await api.send(verifySignIn, {});
      // Another tab may have logged out meanwhile.
      if (state().status !== 'loading') return;
      if (refusedSoon) {
        refusedSoon = false;
        return happen({ type: 'failed', error: refused() });
      }
      credentials.write(verified);
      verifiedAt = now();
      happen({ type: 'verified', user: verified.user });
    } catch (error) {
      happen({ type: 'failed', error: asApiError(error) });
    }
  }

  /** Set after the logout response, because its Clear-Site-Data header empties the storage. */
  function forget(): void {
    tab.setItem(LOGGED_OUT, 'yes');
    happen({ type: 'loggedOut' });
    credentials.clear();
  }

  credentials.onCleared(() => {
    refusedSoon = now() - verifiedAt < TOO_SOON_MS;
    happen({ type: 'expired', hasWork: work.isThere() });
  });
  channel.onLoggedOut(forget);

  return {
    state,
    subscribe,
    check: () => (checking ??= verify().finally(() => void (checking = null))),
    ...overUnsavedWork(deps, { state, happen }),
    async logOut() {
      try {
        await api.send(logout, {});
      } finally {
        forget();
        channel.announceLogout();
      }
    },
  };
}

/** The transitions of an ended session with unsaved work (0094). */
function overUnsavedWork(
  deps: SessionDeps,
  { state, happen }: Pick<ReturnType<typeof createObservable>, 'state' | 'happen'>,
): Pick<Session, 'resume' | 'abandon'> {
  const { api, credentials, work } = deps;
  return {
    async resume() {
      if (state().status !== 'ended') return;
      const verified = await api.send(verifySignIn, {});
      const ended = state();
      if (ended.status !== 'ended') return;
      if (verified.user !== ended.user) return startOver(deps, verified);
      credentials.write(verified);
      happen({ type: 'verified', user: verified.user });
    },
    abandon() {
      work.abandon();
      happen({ type: 'abandoned' });
    },
  };
}

/** Reloads the console for another user, who gets nothing that the first one left in this tab. */
function startOver({ credentials, tab, work, openAnew }: SessionDeps, verified: Credentials): void {
  tab.clear();
  credentials.write(verified);
  work.abandon();
  openAnew();
}

function createObservable(first: SessionState) {
  let state = first;
  const changed = createSignal();
  return {
    state: () => state,
    subscribe: changed.subscribe,
    happen(event: SessionEvent): void {
      state = nextSession(state, event);
      changed.emit();
    },
  };
}

function refused(): ApiError {
  const message = 'The server rejected the sign-in that it had just issued.';
  return new ApiError({ status: 401, code: 'not_signed_in', messages: [message], requestId: null });
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const message = 'The sign-in could not be checked.';
  return new ApiError({ status: 0, code: 'unreadable', messages: [message], requestId: null }, { cause: error });
}
