import { Resolver } from 'node:dns/promises';

/** What DNS says about a host: its addresses, none if the name is unknown; null when no server answered. */
export interface NameLookup {
  addressesOf(host: string): Promise<string[] | null>;
}

const TIMEOUT_MS = 2_000;
/** Answers of DNS that there is nothing, rather than failures. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the name servers of this machine. @param servers others, as `address:port` */
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
