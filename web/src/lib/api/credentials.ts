import { createSignal } from '../../ui/signal.ts';

/** Credentials that a sign-in stores in the browser [AUTH-11]. */
export interface Credentials {
  token: string;
  refreshToken: string;
  user: string;
}

/** Stores the credentials; every read goes to the browser's storage, so that other writers' changes are seen. */
export interface CredentialStore {
  read: () => Credentials | null;
  write: (credentials: Credentials) => void;
  clear: () => void;
  /** Called after every clear; returns the unsubscribe function. */
  onCleared: (listener: () => void) => () => void;
}

/** Storage key of the tab's access token. */
export const TOKEN = 'token';
const REFRESH_TOKEN = 'refreshToken';
const USER = 'user';

/**
 * Tokens live as long as the tab (`tab`: session storage), the name on the chip longer (`browser`: local storage).
 * A new tab has no tokens and verifies with the session cookie.
 */
export function createCredentialStore(tab: Storage, browser: Storage): CredentialStore {
  const cleared = createSignal();
  return {
    read() {
      const token = tab.getItem(TOKEN);
      const refreshToken = tab.getItem(REFRESH_TOKEN);
      return token && refreshToken ? { token, refreshToken, user: browser.getItem(USER) ?? '' } : null;
    },
    write(credentials) {
      tab.setItem(TOKEN, credentials.token);
      tab.setItem(REFRESH_TOKEN, credentials.refreshToken);
      browser.setItem(USER, credentials.user);
    },
    clear() {
      tab.removeItem(TOKEN);
      tab.removeItem(REFRESH_TOKEN);
      browser.removeItem(USER);
      cleared.emit();
    },
    onCleared: cleared.subscribe,
  };
}
