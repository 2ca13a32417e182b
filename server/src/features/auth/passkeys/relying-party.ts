import { isIP } from 'node:net';
import type { Services } from '../../../platform/context.ts';

/** The relying party that passkeys are bound to (WebAuthn): the console's own address. */
export interface RelyingParty {
  /** A domain name. */
  id: string;
  /** The only origin at which passkeys are created and used. */
  origin: string;
}

/**
 * From the configured address, never from a request. Passkeys need a domain name with https, or `localhost`, which is also used for the
 * loopback address of this machine; null without either.
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
