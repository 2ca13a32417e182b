import type { Services } from '../../../platform/context.ts';
import { canonicalName } from '../accounts.ts';
import { SECURE_COOKIE, type Cookies } from './sessions.ts';

const DAYS = 180;
export const DEVICE_COOKIE_SECONDS = DAYS * 24 * 60 * 60;
/** A longer value cannot be ours. */
const MAX_LENGTH = 300;

/** Name of a cookie that outlives the session's. */
export const deviceCookieName = (sessionCookie: string): string =>
  sessionCookie === SECURE_COOKIE ? '__Host-mc-device' : 'mc-device';

/** Binds the value to the name: another name cannot use it. */
const placeOf = (user: string): string => `known-device|${canonicalName(user)}`;

/**
 * The id of a device that this name has signed in with (OWASP, device cookies); undefined for any other. Its only effect is that the owner
 * need not wait because of guesses from elsewhere (0096).
 */
export function knownDevice({ secrets, clock }: Services, cookies: Cookies, user: string): string | undefined {
  for (const name of ['__Host-mc-device', 'mc-device']) {
    const value = cookies[name];
    if (!value || value.length > MAX_LENGTH) continue;
    try {
      const [id, endsAt] = secrets.decrypt(value, placeOf(user)).split(' ');
      if (id && Number(endsAt) > clock.now().getTime()) return id;
    } catch {
      // For another name, forged, or encrypted with an earlier key.
    }
  }
  return undefined;
}

/** The value that makes a device known to this name for 180 days from now; keeps its id. */
export function rememberDevice(services: Services, cookies: Cookies, user: string): string {
  const id = knownDevice(services, cookies, user) ?? services.random.bytes(16).toString('base64url');
  const endsAt = services.clock.now().getTime() + DEVICE_COOKIE_SECONDS * 1000;
  return services.secrets.encrypt(`${id} ${endsAt}`, placeOf(user));
}
