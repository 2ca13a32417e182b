import type { Call, CallAnswer } from '@mission-control/contract/call';
import { createApiClient } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { createCredentialStore } from './credentials.ts';
import { earlyFirstRows, fetchOrTakeEarly } from './early-read.ts';
import { signInAddress } from './sign-in-address.ts';
import { toastError } from './toast-error.ts';
import { wantedPath } from './wanted-path.ts';

export const credentials = createCredentialStore(sessionStorage, localStorage);

/** The console's one client. */
export const api = createApiClient({
  fetch: fetchOrTakeEarly,
  credentials,
  exclusively,
  pause: (ms) => new Promise((settle) => setTimeout(settle, ms)),
  onSignInRequired: leaveToSignIn,
  onRoleDenied: (error) => toastError(error, { evenIfAnnounced: true }),
});

/** The first rows of a list whose answer is under way since before the app ran; undefined without. */
export function firstRowsReadEarly<C extends Call>(call: C): CallAnswer<C> | undefined {
  return (earlyFirstRows(call.path, credentials.read()?.token ?? '') as CallAnswer<C> | null) ?? undefined;
}

/** Pages served without TLS from another machine have no locks; the tab's own single flight still holds there. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  return locks === undefined ? work() : locks.request('mc-refresh', work);
}

function leaveToSignIn(error: ApiError, refused: string): void {
  const { pathname, search } = window.location;
  const returnTo = wantedPath() ?? (pathname === '/' ? '/' : pathname + search);
  window.location.assign(signInAddress(error.details, returnTo, refused));
}
