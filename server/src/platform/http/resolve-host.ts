import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryNameServers, type DnsQueryOptions, type Family } from './query-name-servers.ts';

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
  resolvFile?: string;
  /** The family to connect to first; by default that of this machine. */
  first?: Family;
}

/** A silent name server is tried twice and times out after about 6 s, so an abandoned lookup ends by itself. */
const QUERY_TIMEOUT = { timeout: 2_000, tries: 2 };
/** For a search domain: the name itself is already known not to exist. */
const SEARCH_TIMEOUT = { timeout: 1_000, tries: 1 };
/** How long the second family is awaited when the first has addresses. */
const OTHER_FAMILY_MS = 500;

/**
 * Resolves domains by the hosts file and the name servers and search domains of resolv.conf (Docker, Kubernetes and systemd-resolved put
 * their own there), without `dns.lookup`: at most two of its lookups run at a time, so that two domains with silent name servers would
 * block all others. A name without a dot, such as localhost or the name of a container, may need other sources of the system, and is left
 * to it. Concurrent callers share the lookup of a host.
 */
export function createResolve(settings: Settings = {}): Resolve {
  const { hostsFile = '/etc/hosts', resolvFile = '/etc/resolv.conf' } = settings;
  const pending = new Map<string, Promise<Address[]>>();
  const find = async (host: string): Promise<Address[]> => {
    const name = host.replace(/\.$/, '');
    if (!name.includes('.')) return lookup(host, { all: true });
    const first = settings.first ?? firstFamily();
    const listed = hostsEntries(hostsFile, name);
    const searched = host === name ? searchDomains(resolvFile).map((domain) => `${name}.${domain}`) : [];
    const found = listed.length > 0 ? listed : await queryWithSearchDomains(name, searched, first, settings.servers);
    return found.toSorted((one, other) => Number(other.family === first) - Number(one.family === first));
  };
  return (host) => {
    const found = pending.get(host) ?? find(host).finally(() => pending.delete(host));
    pending.set(host, found);
    return found;
  };
}

/**
 * Resolves the name, then its search-domain variants until one has addresses. As in the system resolver, only the lookup of the name itself
 * can fail.
 */
async function queryWithSearchDomains(
  name: string,
  searched: string[],
  first: Family,
  servers: Settings['servers'],
): Promise<Address[]> {
  let found = await queryBothFamilies(name, first, { ...QUERY_TIMEOUT, servers });
  for (const other of searched) {
    if (found.length > 0) break;
    found = await queryBothFamilies(other, first, { ...SEARCH_TIMEOUT, servers }).catch(() => []);
  }
  if (found.length > 0) return found.map(withFamily);
  throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' });
}

/** The addresses of both families. */
async function queryBothFamilies(name: string, first: Family, options: DnsQueryOptions): Promise<string[]> {
  const main = queryNameServers(name, first, options);
  const other = queryNameServers(name, first === 4 ? 6 : 4, options);
  const pause = main.then(
    (found) => (found.length > 0 ? sleep(OTHER_FAMILY_MS, []) : other),
    () => other,
  );
  const answers = await Promise.allSettled([main, Promise.race([other, pause])]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (found.length > 0 || !failed) return found;
  throw Object.assign(new Error(`${name} cannot be looked up`, { cause: failed.reason as unknown }), {
    code: 'EAI_AGAIN',
  });
}

const withFamily = (address: string): Address => ({ address, family: isIP(address) });

/** The addresses of a name in the hosts file. */
function hostsEntries(file: string, name: string): Address[] {
  return textOf(file)
    .split('\n')
    .flatMap((line) => {
      const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
      return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [withFamily(address)] : [];
    });
}

/** The search domains of resolv.conf; the last line of this kind counts. */
function searchDomains(file: string): string[] {
  const lines = [...textOf(file).matchAll(/^(?:search|domain)[ \t]+(.*)/gm)];
  return (lines.at(-1)?.[1] ?? '').split(/\s+/).filter((domain) => domain !== '' && domain !== '.');
}

/** The text of a file, which is read each time, as the system does; empty without the file. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** IPv6 if this machine has a public IPv6 address, as by RFC 6724; otherwise IPv4. */
function firstFamily(): Family {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
  return addresses.some(({ family, address }) => family === 'IPv6' && /^[23]/.test(address)) ? 6 : 4;
}
