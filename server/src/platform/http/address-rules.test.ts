import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressRules, isNetwork, networkOf } from './address-rules.ts';

const listOf = (text: string): string[] => text.trim().split(/\s+/);

const rules = createAddressRules([]);
const open = createAddressRules(['0.0.0.0/0', '::/0']);

const NEVER = listOf(`
  127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 169.254.169.254 169.254.0.1 100.100.100.200 168.63.129.16
  192.0.0.192 224.0.0.1 239.255.255.255 255.255.255.255 :: ::1 0:0:0:0:0:0:0:1 fe80::1 febf::1 fec0::1
  ff02::1 fd00:ec2::254 fd20:ce::254 ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:169.254.169.254
  ::FFFF:A9FE:A9FE 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe`);
const PRIVATE = listOf(`
  10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255 198.18.0.1
  192.0.2.1 198.51.100.7 203.0.113.9 240.0.0.1 192.88.99.1 fc00::1 fdff::1 2001:db8::1 2002:7f00:1::
  2001:0:4136:e378::1 3fff::1 4000::1 ::7f00:1 ::ffff:10.0.0.1 64:ff9b::192.168.1.1 64:ff9b:1::1 100::1`);
const PUBLIC = listOf(`
  1.1.1.1 93.184.216.34 172.15.255.255 172.32.0.1 100.63.255.255 100.128.0.1 11.0.0.1 2606:4700::1111
  2a00:1450:4001::200e ::ffff:93.184.216.34 64:ff9b::5db8:d822`);

describe('the rules for addresses', () => {
  it.each(NEVER)('never allow %s, whatever networks are configured', (address) => {
    expect(rules(address)).not.toBeNull();
    expect(open(address)).not.toBeNull();
  });

  it.each(PRIVATE)('allow %s only inside a configured network', (address) => {
    expect(rules(address)).toBe('a private address');
    expect(open(address)).toBeNull();
  });

  it.each(PUBLIC)('allow %s', (address) => {
    expect(rules(address)).toBeNull();
  });

  it.each([
    '',
    'localhost',
    '1',
    '127.1',
    '0x7f.0.0.1',
    '1.2.3.4.5',
    'fe80::1%lo',
    '2606::1%eth0',
    '::ffff:1.2.3',
    '[::1]',
  ])('do not accept %j as an address', (address) => expect(open(address)).toBe('no address'));

  it('allow the configured network and nothing next to it', () => {
    const some = createAddressRules(['10.20.0.0/16', 'fd12:3456::/32']);
    expect(['10.20.0.1', '10.20.255.255', '::ffff:10.20.3.4', 'fd12:3456::9'].map(some)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(['10.19.255.255', '10.21.0.0', '192.168.0.1', 'fd12:3457::9'].filter((one) => some(one) === null)).toEqual(
      [],
    );
  });

  it('judge an IPv4-mapped address as IPv4', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(rules(`::ffff:${address}`)).toBe(rules(address));
      }),
    );
  });

  it('handle any text', () => {
    const words = fc.stringMatching(/^[0-9a-f:.%/[\]x]{0,40}$/);
    fc.assert(fc.property(words, (text) => rules(text) === null || rules(text) !== ''));
  });

  it.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', '/8', 'fd00::/129', '10.0.0.0/8/8', '10.0.0.0/-1', 'x/8', ''])(
    'reject the network %j',
    (network) => {
      expect(isNetwork(network)).toBe(false);
      expect(() => createAddressRules([network])).toThrow('is not a network');
    },
  );
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['2001:0DB8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['no address', 'no address'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
});
