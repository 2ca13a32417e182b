import { isIP } from 'node:net';
import type { Services } from '../../../platform/context.ts';

/** What passkeys are bound to (WebAuthn, relying party): the console's own address. */
export interface RelyingParty {
  /** A domain name. */
  id: string;
  /** The only origin that passkeys are made and used at. */
  origin: string;
}

/**
 * From the configured address, never from a request. Passkeys need a domain name and https, or `localhost`, which this machine's own
 * address counts as; null where there is neither.
 */
export function relyingParty({ address }: Pick<Services, 'address'>): RelyingParty | null {
  const url = address?.();
  if (url === undefined || !URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  const isThisMachine = /^127\.|^\[::1\]$|^localhost$/.test(hostname);
  if (isThisMachine) return { id: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` };
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && protocol === 'https:' ? { id: hostname, origin: new URL(url).origin } : null;
}
