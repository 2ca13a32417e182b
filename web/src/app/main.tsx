// First, so that they run before everything else is evaluated.
import './trusted-types.ts';
import '../lib/zod-without-eval.ts';
import '../lib/random-uuid.ts';
import './read-early.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './create-app.tsx';
import type { SessionChannel } from './session/session.ts';

const LOGGED_OUT = 'logged-out';

/** Tells the other tabs of this browser about a logout. A tab does not receive its own message. */
function createBrowserChannel(): SessionChannel {
  const channel = new BroadcastChannel('mc-session');
  return {
    announceLogout: () => channel.postMessage(LOGGED_OUT),
    onLoggedOut(listener) {
      channel.addEventListener('message', (message) => {
        if (message.data === LOGGED_OUT) listener();
      });
    },
  };
}

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element #root.');
createRoot(place).render(<StrictMode>{createApp(createBrowserChannel())}</StrictMode>);
