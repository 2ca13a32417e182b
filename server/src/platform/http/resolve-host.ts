import { lookup, Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

interface Address {
  address: string;
  family: number;
}

/** Resolves a host name. @throws an Error with the code ENOTFOUND, ENODATA or EAI_AGAIN */
export type Resolve = (host: string) => Promise<Address[]>;

interface Settings {
  /** Replaces the name servers of this machine, as `address:port`. */
  servers?: readonly string[];
  hostsFile?: string;
}

/** A silent name server is asked twice, and given up after about 6 s: a lookup that its caller abandoned ends by itself. */
const PATIENCE = { timeout: 2_000, tries: 2 };
/** DNS responses that mean that nothing exists, rather than failures. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Resolves domains by the hosts file and the name servers of resolv.conf (Docker and systemd-resolved put their own there), without
 * `dns.lookup`: at most two of its lookups run at a time, so that two domains with silent name servers would block all others. Search
 * domains do not apply to a full domain; a name without a dot, such as localhost or the name of a container, needs them or other sources
 * of the system, and is left to it. Concurrent callers share the lookup of a host.
 */
export function createResolve({ servers, hostsFile = '/etc/hosts' }: Settings = {}): Resolve {
  const pending = new Map<string, Promise<Address[]>>();
  const find = async (host: string): Promise<Address[]> => {
    const name = host.replace(/\.$/, '');
    if (!name.includes('.')) return lookup(host, { all: true });
    const listed = hostsEntries(hostsFile, name);
    return inOrder(listed.length > 0 ? listed : await askServers(name, servers));
  };
  return (host) => {
    const found = pending.get(host) ?? find(host).finally(() => pending.delete(host));
    pending.set(host, found);
    return found;
  };
}

async function askServers(name: string, servers: Settings['servers']): Promise<Address[]> {
  // A new one reads resolv.conf as it is now.
  const resolver = new Resolver(PATIENCE);
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found.map(withFamily);
  const failures = answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as Error) : null));
  const cause = failures.find((error) => !NOTHING.has((error as NodeJS.ErrnoException | null)?.code ?? ''));
  throw Object.assign(new Error(`${name} has no address`, { cause }), { code: cause ? 'EAI_AGAIN' : 'ENOTFOUND' });
}

const withFamily = (address: string): Address => ({ address, family: isIP(address) });

/** The addresses of a name in the hosts file, which is read each time, as the system does. */
function hostsEntries(file: string, name: string): Address[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [withFamily(address)] : [];
  });
}

/** IPv6 first if this machine has a public IPv6 address, as by RFC 6724; otherwise IPv4. */
function inOrder(found: Address[]): Address[] {
  const own = Object.values(networkInterfaces()).flatMap((interfaces = []) => interfaces);
  const first = own.some(({ family, address }) => family === 'IPv6' && /^[23]/.test(address)) ? 6 : 4;
  return found.toSorted((one, other) => Number(other.family === first) - Number(one.family === first));
}
