import { Resolver } from 'node:dns/promises';
import { errorCode } from '../errors.ts';

/** Responses that mean that nothing exists, rather than failures. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** A name server that responds with one of these cannot answer; another one may. */
const REFUSALS = new Set(['ESERVFAIL', 'EREFUSED', 'ENOTIMP']);

export type Family = 4 | 6;

export interface AskOptions {
  /** Replaces the name servers of this machine, as `address:port`. */
  servers?: readonly string[] | undefined;
  /** Time in ms for a response, for the first try. */
  timeout: number;
  tries: number;
}

/**
 * The addresses of a name in DNS, none when it has none of this family.
 * @throws an Error when no name server answered
 */
export async function askNameServers(name: string, family: Family, options: AskOptions): Promise<string[]> {
  const { servers, timeout, tries } = options;
  const ask = async (resolver: Resolver): Promise<string[]> => {
    try {
      return await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name));
    } catch (error) {
      if (NOTHING.has(errorCode(error))) return [];
      throw error;
    }
  };
  // A new one reads resolv.conf as it is now.
  const resolver = new Resolver({ timeout, tries });
  if (servers) resolver.setServers(servers);
  try {
    return await ask(resolver);
  } catch (error) {
    const all = resolver.getServers();
    if (!REFUSALS.has(errorCode(error)) || all.length < 2) throw error;
    // Node takes the first response, even a refusal, and does not say whose it is; the system would ask the next server.
    for (const server of all) {
      const other = new Resolver({ timeout, tries: 1 });
      other.setServers([server]);
      const found = await ask(other).catch(() => null);
      if (found !== null) return found;
    }
    throw error;
  }
}
