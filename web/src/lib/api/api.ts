import { verifySignIn } from '@mission-control/contract/auth/calls';
import type { Call, CallResponse } from '@mission-control/contract/call';
import { getConsole } from '@mission-control/contract/help/calls';
import { createActivity } from './activity.ts';
import { createApiClient } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { createCredentialStore } from './credentials.ts';
import { earlyFirstRows, fetchOrTakeEarly } from './early-read.ts';
import { toastError } from '../toast/toast-error.ts';
import { hasUnsavedWork } from '../address/unsaved-work.ts';
import { wantedPath } from '../address/wanted-path.ts';
import { isObject } from '../is-object.ts';

const DEFAULT_ADDRESS = '/auth/login';

/**
 * Sign-in address (C-046). A 403 may carry it in its details; the sign-in then returns to `returnTo`.
 * @param refused name of the refused call: with a valid session, the address must not lead straight back (C-132)
 */
function signInAddress(details: unknown, returnTo: string, refused: string): string {
  const given = isObject(details) ? details.address : undefined;
  const address = typeof given === 'string' && /^(\/|https?:\/\/)/.test(given) ? given : DEFAULT_ADDRESS;
  return `${address}${address.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(returnTo)}&refused=${encodeURIComponent(refused)}`;
}

export const credentials = createCredentialStore(sessionStorage, localStorage);

const activity = createActivity(
  () => performance.now(),
  () => void api.send(getConsole, {}).catch(() => undefined),
);
for (const input of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  window.addEventListener(input, activity.notice, { capture: true, passive: true });

/** The console's only client. */
export const api = createApiClient({
  isPersonActive: () => activity.isRecent(),
  fetch: fetchOrTakeEarly,
  credentials,
  exclusively,
  pause: (ms) => new Promise((settle) => setTimeout(settle, ms)),
  onSignInRequired: leaveToSignIn,
  onRoleDenied: (error) => toastError(error, { evenIfAnnounced: true }),
});

/** The first rows of a list requested before the app ran, or undefined. */
export function firstRowsReadEarly<C extends Call>(call: C): CallResponse<C> | undefined {
  return (earlyFirstRows(call.path, credentials.read()?.token ?? '') as CallResponse<C> | null) ?? undefined;
}

/** Pages served without TLS from another host have no locks; single flight then holds within the tab only. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  return locks === undefined ? work() : locks.request('mc-refresh', work);
}

/** The check of an ended session with unsaved work stays on the page, which has its own dialog (0094). */
function leaveToSignIn(error: ApiError, refused: string): void {
  if (refused === verifySignIn.name && hasUnsavedWork()) return;
  const { pathname, search } = window.location;
  const returnTo = wantedPath() ?? (pathname === '/' ? '/' : pathname + search);
  window.location.assign(signInAddress(error.details, returnTo, refused));
}
