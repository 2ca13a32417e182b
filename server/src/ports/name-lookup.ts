import { queryNameServers, type DnsQueryOptions } from '../platform/http/query-name-servers.ts';

/** Looks up a host in DNS: its addresses, none if the name is unknown; null when no server responded. */
export interface NameLookup {
  addressesOf(host: string): Promise<string[] | null>;
}

/** Uses the name servers of this machine. @param servers overrides them, as `address:port` */
export function createNameLookup(servers?: readonly string[]): NameLookup {
  const options: DnsQueryOptions = { servers, timeout: 2_000, tries: 1 };
  return {
    async addressesOf(host) {
      const both = [queryNameServers(host, 4, options), queryNameServers(host, 6, options)];
      const [four, six] = await Promise.all(both.map((asked) => asked.catch(() => null)));
      return four === null && six === null ? null : [...(four ?? []), ...(six ?? [])];
    },
  };
}
