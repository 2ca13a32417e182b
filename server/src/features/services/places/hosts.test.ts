import { hostSlug, proposeHost } from '@mission-control/contract/services/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readHost } from '../change-service.ts';

it.each([
  ['Tenant.Example.COM', 'tenant.example.com'],
  ['  bücher.example ', 'xn--bcher-kva.example'],
  ['ａ.example', 'a.example'],
  ['a。example', 'a.example'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
])('reads %j as %j (C-092)', (text, host) => {
  expect(readHost(text)).toEqual({ host });
});

it.each([
  '',
  'localhost',
  'a..b',
  '.a.b',
  'a.b.',
  '-a.example',
  'a-.example',
  'a_b.example',
  'a b.example',
  'a.example:80',
  'https://a.example',
  'a.example/x',
  '%61.example',
  'user@a.example',
  '*.example.com',
  '1.2.3.4',
  '0x7f.1',
  '[::1]',
  'a\u200b.example',
  'a\u202e.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(130)}example`,
  'a,b.example',
  'xn--a.example',
  'a.xn--',
  'xn--abc-.example',
])('refuses %j (C-092)', (text) => {
  expect(readHost(text)).toEqual({ fault: expect.any(String) as string });
});

it('accepts nothing but DNS hosts, idempotently (C-092)', () => {
  const piece = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 70 }), fc.constantFrom('a', 'xn--', '-', 'ß', '٣'));
  let reached = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const read = readHost(pieces.join('.'));
      if ('fault' in read) return;
      reached += 1;
      expect(read.host).toMatch(/^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/);
      expect(read.host.length).toBeLessThanOrEqual(253);
      expect(readHost(read.host)).toEqual({ host: read.host });
    }),
    { numRuns: 500 },
  );
  expect(reached).toBeGreaterThan(0);
});

it.each([
  ['Brimham Active', 'brimham-active'],
  ["St. Mary's Leisure & Spa", 'st-marys-leisure-spa'],
  ['Café Ñandú', 'cafe-nandu'],
  ['東京', 'tenant'],
  ['--', 'tenant'],
])('makes %j the label %s', (name, slug) => {
  expect(hostSlug(name)).toBe(slug);
});

it('proposes a free and valid host for any name', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 120 });
  fc.assert(
    fc.property(name, fc.nat({ max: 12 }), (text, taken) => {
      const used = new Set<string>();
      for (let count = 0; count <= taken; count += 1) {
        const host = proposeHost(hostSlug(text), '.coursepro.co.uk', (one) => used.has(one));
        expect(used.has(host)).toBe(false);
        expect(readHost(host)).toEqual({ host });
        used.add(host);
      }
    }),
  );
});
