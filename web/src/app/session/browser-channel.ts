import type { SessionChannel } from './session.ts';

const LOGGED_OUT = 'logged-out';

/** Tells the other tabs of this browser. A tab does not hear itself. */
export function createBrowserChannel(): SessionChannel {
  const channel = new BroadcastChannel('mc-session');
  return {
    tellLoggedOut: () => channel.postMessage(LOGGED_OUT),
    onLoggedOut(listener) {
      channel.addEventListener('message', (message) => {
        if (message.data === LOGGED_OUT) listener();
      });
    },
  };
}
