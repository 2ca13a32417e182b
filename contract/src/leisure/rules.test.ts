import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedAddress, likelyDomain } from './rules.ts';

const HOSTS = ['hub.example.com', '*.leisure.example.org'];
const SCRIPT = ['java', 'script:alert(1)'].join('');

const HOSTILE: readonly unknown[] = [
  SCRIPT,
  SCRIPT.toUpperCase(),
  ` ${SCRIPT}`,
  'java\tscript:alert(1)',
  `${SCRIPT}//hub.example.com/`,
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://hub.example.com/7f3a',
  'file:///etc/passwd',
  'view-source:https://hub.example.com/',
  'http://hub.example.com/',
  'ftp://hub.example.com/',
  '//hub.example.com/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/tenant/1',
  'hub.example.com',
  'https:hub.example.com',
  'https:evil.example',
  'https:/hub.example.com/',
  'https:///hub.example.com/',
  'https:\\\\hub.example.com\\',
  'https://evil.example/',
  'https://evil.example/?hub.example.com',
  'https://evil.example#https://hub.example.com/',
  'https://hub.example.com.evil.example/',
  'https://evilhub.example.com/',
  'https://sub.hub.example.com/',
  'https://leisure.example.org/',
  'https://.leisure.example.org/',
  'https://evil-leisure.example.org/',
  'https://ok@hub.example.com/',
  'https://hub.example.com@evil.example/',
  'https://hub.example.com:pass@evil.example/',
  'https://evil.example\\@hub.example.com/',
  'https://hub.example.com\\.evil.example/',
  'https://hub.example.com:444/',
  'https://hub.example.com./',
  'https://hub.example.com%2eevil.example/',
  'https://hub.example.com%00.evil.example/',
  'https://hub。example.com/',
  'https://hub.exаmple.com/',
  'ht\ntps://hub.example.com/',
  'https://hub.exam\tple.com/',
  '\u0000https://hub.example.com/',
  ' https://hub.example.com/',
  'https://hub.example.com/\r\nset-cookie: a=b',
  'https://hub.example.com/ \u202e',
  'https://[::1]/',
  'https://127.0.0.1/',
  'https://',
  '',
  `https://hub.example.com/${'a'.repeat(2000)}`,
  null,
  undefined,
  7,
  true,
  ['https://hub.example.com/'],
  { href: 'https://hub.example.com/' },
];

describe('the address of a login', () => {
  it.each(HOSTILE.map((address) => [address]))('is never %j (threat 8) [LEI-06]', (address) => {
    expect(allowedAddress(address, HOSTS)).toBeNull();
  });

  it.each([
    ['https://hub.example.com', 'https://hub.example.com/'],
    ['https://hub.example.com/in?ticket=a%20b&basket=7#x', 'https://hub.example.com/in?ticket=a%20b&basket=7#x'],
    ['HTTPS://HUB.example.com:443/in', 'https://hub.example.com/in'],
    ['https://brimham.leisure.example.org/', 'https://brimham.leisure.example.org/'],
    ['https://a.b.leisure.example.org/in', 'https://a.b.leisure.example.org/in'],
  ])('may be %s', (address, href) => {
    expect(allowedAddress(address, HOSTS)).toBe(href);
  });

  it('is on an allowed host over https, whatever the hub returns', () => {
    const pieces = fc.constantFrom(
      'https',
      'http',
      ':',
      '/',
      '//',
      '\\',
      '@',
      '.',
      'hub.example.com',
      'evil',
      '%2f',
      '?',
      '#',
      '\t',
      'x',
      '443',
    );
    const text = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    const nearly = text.map((rest) => `https://hub.example.com${rest}`);
    let reached = 0;
    fc.assert(
      fc.property(fc.oneof(text, nearly, fc.webUrl(), fc.string()), (address) => {
        const allowed = allowedAddress(address, HOSTS);
        if (allowed === null) return;
        reached += 1;
        const { protocol, host, username } = new URL(allowed);
        expect([protocol, host, username]).toEqual(['https:', 'hub.example.com', '']);
      }),
      { numRuns: 1000 },
    );
    expect(reached).toBeGreaterThan(0);
    expect(allowedAddress('https://hub.example.com/', [])).toBeNull();
  });
});

it.each([
  [['*.hub.example.com'], 'Brimham Active', 'brimham-active.hub.example.com'],
  [['*.hub.example.com'], ' Ōtautahi & Co. ', 'otautahi-co.hub.example.com'],
  [['*.hub.example.com'], "St. Mary's", 'st-marys.hub.example.com'],
  [['*.hub.example.com'], '日本', ''],
  [['login.example.com', '*.b.example'], 'Brimham', 'login.example.com'],
  [[], 'Brimham', ''],
])('of %j and %s the domain is %j', (hosts, name, domain) => {
  expect(likelyDomain(hosts, name)).toBe(domain);
});
