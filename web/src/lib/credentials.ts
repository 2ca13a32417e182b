/** What a sign-in leaves in the browser [AUTH-11]. */
export interface Credentials {
  token: string;
  refreshToken: string;
  user: string;
}

/** Keeps the credentials; reading always asks the browser, so that what another part wrote is seen at once. */
export interface CredentialStore {
  read: () => Credentials | null;
  write: (credentials: Credentials) => void;
  clear: () => void;
  /** Called after every clear; returns the function that ends it. */
  onCleared: (listener: () => void) => () => void;
}

/** Where the tab keeps its access token. */
export const TOKEN = 'token';
const REFRESH_TOKEN = 'refreshToken';
const USER = 'user';

/**
 * Tokens live as long as the tab (`tab`: session storage), the name on the chip longer (`browser`: local storage).
 * A new tab has no tokens and verifies with the session cookie.
 */
export function createCredentialStore(tab: Storage, browser: Storage): CredentialStore {
  const listeners = new Set<() => void>();
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
      for (const listener of listeners) listener();
    },
    onCleared(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
