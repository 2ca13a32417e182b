/** What the form of the leisure sandbox begins with [LEI-02]. */
export const SANDBOX_DEFAULTS = { person_id: '301', client_id: '1' } as const;

/** Said when the hub did not take the login [LEI-07]. */
export const INVALID_LOGIN = 'Invalid login';

/** Said when the hub's answer is no address that the browser may go to [LEI-06]. */
export const INVALID_ADDRESS = 'Invalid authAddress';

const LONGEST_ADDRESS = 2000;
/** The scheme, one host in plain letters, then nothing, the usual port, or a path: whatever browsers make of more is not asked for. */
const PLAIN_ADDRESS = /^https:\/\/[a-z0-9.-]+(:443)?([/?#]|$)/i;
/** White space, control characters and backslashes, which browsers drop or turn into slashes. */
const CHANGED_BY_BROWSERS = /[\s\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * The address that the browser may go to; null for anything else than an https address on an allowed host (threat 8). Server and
 * browser both ask it.
 * @param hosts allowed ones; `*.example.com` stands for every host below example.com, not for itself
 */
export function allowedAddress(authAddress: unknown, hosts: readonly string[]): string | null {
  if (typeof authAddress !== 'string' || authAddress.length > LONGEST_ADDRESS) return null;
  if (CHANGED_BY_BROWSERS.test(authAddress) || !PLAIN_ADDRESS.test(authAddress) || !URL.canParse(authAddress))
    return null;
  const { protocol, username, password, port, hostname, href } = new URL(authAddress);
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return null;
  return hosts.some((host) => covers(host, hostname)) ? href : null;
}

const covers = (host: string, hostname: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) && hostname.length >= host.length : hostname === host;

const LONGEST_LABEL = 63;

/** The domain that a tenant's hub probably has: the first allowed host, with the tenant's name where it has a `*`. '' without one. */
export function likelyDomain(hosts: readonly string[], tenantName: string): string {
  const [first = ''] = hosts;
  if (!first.startsWith('*.')) return first;
  const label = tenantName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_LABEL)
    .replaceAll(/^-|-$/g, '');
  return label === '' ? '' : label + first.slice(1);
}
