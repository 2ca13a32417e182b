import { Resolver } from 'node:dns/promises';
import { errorCode } from '../errors.ts';

/** Responses that mean that nothing exists, rather than failures. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** Errors after which another name server may still succeed. */
const REFUSALS = new Set(['ESERVFAIL', 'EREFUSED', 'ENOTIMP']);

export type Family = 4 | 6;

export interface DnsQueryOptions {
  /** Replaces the name servers of this machine, as `address:port`. */
  servers?: readonly string[] | undefined;
  /** Time in ms for a response, for the first try. */
  timeout: number;
  tries: number;
}

/**
 * Resolves the addresses of one family; empty if there are none.
 * @throws when no name server responded
 */
export async function queryNameServers(name: string, family: Family, options: DnsQueryOptions): Promise<string[]> {
  const { servers, timeout, tries } = options;
  const query = async (resolver: Resolver): Promise<string[]> => {
    try {
      return await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name));
    } catch (error) {
      if (NOTHING.has(errorCode(error))) return [];
      throw error;
    }
  };
  // A new resolver rereads resolv.conf.
  const resolver = new Resolver({ timeout, tries });
  if (servers) resolver.setServers(servers);
  try {
    return await query(resolver);
  } catch (error) {
    const all = resolver.getServers();
    if (!REFUSALS.has(errorCode(error)) || all.length < 2) throw error;
    // Node accepts the first response, even a refusal, and does not report which server sent it; the system resolver would try
    // the next server.
    for (const server of all) {
      const other = new Resolver({ timeout, tries: 1 });
      other.setServers([server]);
      const found = await query(other).catch(() => null);
      if (found !== null) return found;
    }
    throw error;
  }
}
