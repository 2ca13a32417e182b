import { Resolver } from 'node:dns/promises';

/** Looks up a host in DNS: its addresses, none if the name is unknown; null when no server responded. */
export interface NameLookup {
  addressesOf(host: string): Promise<string[] | null>;
}

const TIMEOUT_MS = 2_000;
/** DNS responses that mean that nothing exists, rather than failures. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/** Uses the name servers of this machine. @param servers overrides them, as `address:port` */
export function createNameLookup(servers?: readonly string[]): NameLookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  if (servers) resolver.setServers(servers);
  const ask = (addresses: Promise<string[]>): Promise<string[] | null> =>
    addresses.catch((error: unknown) => (NOTHING.has((error as { code?: string }).code ?? '') ? [] : null));
  return {
    async addressesOf(host) {
      const [four, six] = await Promise.all([ask(resolver.resolve4(host)), ask(resolver.resolve6(host))]);
      return four === null && six === null ? null : [...(four ?? []), ...(six ?? [])];
    },
  };
}
