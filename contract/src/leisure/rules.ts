import { hostLabel } from '../services/rules.ts';

/** Initial values of the leisure sandbox form [LEI-02]. */
export const SANDBOX_DEFAULTS = { person_id: '301', client_id: '1' } as const;

/** Shown when the hub rejects the login [LEI-07]. */
export const INVALID_LOGIN = 'Invalid login';

/** Shown when the hub returns no allowed address [LEI-06]. */
export const INVALID_ADDRESS = 'Invalid authAddress';

const MAX_ADDRESS_LENGTH = 2000;
/** The scheme, one ASCII host, then nothing, the default port or a path; anything browsers might interpret differently is rejected. */
const PLAIN_ADDRESS = /^https:\/\/[a-z0-9.-]+(:443)?([/?#]|$)/i;
/** White space, control characters and backslashes, which browsers drop or convert to slashes. */
const CHANGED_BY_BROWSERS = /[\s\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Returns the address if it is an https URL on an allowed host, else null (threat 8). Checked by both the server and the
 * browser.
 * @param hosts allowed hosts; `*.example.com` matches every subdomain of example.com but not example.com itself
 */
export function allowedAddress(authAddress: unknown, hosts: readonly string[]): string | null {
  if (typeof authAddress !== 'string' || authAddress.length > MAX_ADDRESS_LENGTH) return null;
  if (CHANGED_BY_BROWSERS.test(authAddress) || !PLAIN_ADDRESS.test(authAddress) || !URL.canParse(authAddress))
    return null;
  const { protocol, username, password, port, hostname, href } = new URL(authAddress);
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return null;
  return hosts.some((host) => covers(host, hostname)) ? href : null;
}

const covers = (host: string, hostname: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) && hostname.length >= host.length : hostname === host;

const MAX_LABEL_LENGTH = 63;

/** Guesses the domain of a tenant's hub: the first allowed host, with `*` replaced by the tenant's name. '' without hosts. */
export function likelyDomain(hosts: readonly string[], tenantName: string): string {
  const [first = ''] = hosts;
  if (!first.startsWith('*.')) return first;
  const label = hostLabel(tenantName, MAX_LABEL_LENGTH);
  return label === '' ? '' : label + first.slice(1);
}
