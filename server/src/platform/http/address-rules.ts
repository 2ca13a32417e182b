import { BlockList, isIP } from 'node:net';

/** Returns why the console must not connect to this address; null when it may. */
export type AddressRules = (address: string) => string | null;

/** Never allowed, whatever the settings: this machine, link-local neighbours, cloud metadata, multicast and broadcast. */
const NEVER = [
  ['0.0.0.0/8', 'this machine'],
  ['127.0.0.0/8', 'this machine'],
  ['169.254.0.0/16', 'a link-local address'],
  // Cloud metadata services and agents outside the link-local range.
  ['100.100.100.200/32', 'the metadata of a cloud'],
  ['168.63.129.16/32', 'the metadata of a cloud'],
  ['192.0.0.192/32', 'the metadata of a cloud'],
  ['fd00:ec2::254/128', 'the metadata of a cloud'],
  ['fd20:ce::254/128', 'the metadata of a cloud'],
  ['224.0.0.0/4', 'a multicast address'],
  ['255.255.255.255/32', 'a broadcast address'],
  ['::/128', 'this machine'],
  ['::1/128', 'this machine'],
  ['fe80::/10', 'a link-local address'],
  ['fec0::/10', 'a link-local address'],
  ['ff00::/8', 'a multicast address'],
] as const;

/** Allowed only inside a configured network: private ranges, and those reserved by the IANA registries. */
const NOT_PUBLIC_V4 =
  '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 ' +
  '198.51.100.0/24 203.0.113.0/24 240.0.0.0/4';
/** Teredo and 6to4 would hide the embedded IPv4 target; the others are not used by sites either. */
const NOT_PUBLIC_V6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';
/** The globally routable IPv6 range. */
const PUBLIC_V6 = '2000::/3';

/**
 * Rules for the addresses that tenants' hosts resolve to: public ones, and those inside `networks`. IPv4-mapped IPv6 addresses are judged
 * as IPv4.
 * @param networks in CIDR notation, e.g. `10.20.0.0/16`
 * @throws an Error for a malformed network
 */
export function createAddressRules(networks: readonly string[]): AddressRules {
  const allowed = listOf(networks);
  const never = NEVER.map(([network, what]) => ({ list: listOf([network]), what }));
  const notPublic = listOf(`${NOT_PUBLIC_V4} ${NOT_PUBLIC_V6}`.split(' '));
  const publicV6 = listOf([PUBLIC_V6]);
  return (address) => {
    const plain = plainAddress(address);
    if (plain === null) return 'no address';
    const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
    const forbidden = never.find(({ list }) => list.check(plain, family));
    if (forbidden) return forbidden.what;
    if (allowed.check(plain, family)) return null;
    const isPublic = !notPublic.check(plain, family) && (family === 'ipv4' || publicV6.check(plain, family));
    return isPublic ? null : 'a private address';
  };
}

export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  const family = isIP(address);
  return more.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    if (!isNetwork(network)) throw new Error(`${network} is not a network. Write it like 10.20.0.0/16.`);
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Normalizes an address: IPv4 carried in IPv6 (mapped, or behind NAT64) becomes the IPv4 address. Null when invalid. */
function plainAddress(address: string): string | null {
  const family = isIP(address);
  // A zone (`fe80::1%eth0`) refers to a link of this machine.
  if (family === 0 || address.includes('%')) return null;
  if (family === 4) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(-2);
  const head = groups.slice(0, 6).join(',');
  if (head !== '0,0,0,0,0,65535' && head !== '100,65435,0,0,0,0') return address;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * What counts as one client: the IPv4 address, or the /64 network of an IPv6 address, the usual allocation of one customer. Text that is
 * no address is returned as it is.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address.replace(/%.*/, ''));
  if (plain === null || isIP(plain) === 4) return plain ?? address;
  const network = groupsOf(plain).slice(0, 4);
  return network.map((group) => group.toString(16)).join(':');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // Parsing it as a URL normalizes every notation.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const numbers = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((one) => Number.parseInt(one, 16));
  const head = numbers(before);
  const tail = numbers(after ?? '');
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}
