import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldName } from '../search/rules.ts';
import {
  bridgeLabel,
  cleanTenantName,
  deploymentTag,
  keptSince,
  membersLabel,
  purgeTime,
  tenantNameFault,
  isBehind,
} from './rules.ts';

it('shows DEV, STAGE and PROD, any other group raw, and none when empty [TLS-24]', () => {
  expect(deploymentTag('dev')).toEqual({ text: 'DEV', tone: 'dev' });
  expect(deploymentTag('staging')).toEqual({ text: 'STAGE', tone: 'stage' });
  expect(deploymentTag('production')).toEqual({ text: 'PROD', tone: 'prod' });
  expect(deploymentTag('sandbox')).toEqual({ text: 'sandbox', tone: 'other' });
  expect(deploymentTag('')).toBeNull();
});

it('shows the bridge xnrest as Xn and leaves unknown ones raw [SVC-08]', () => {
  expect(bridgeLabel('xnrest')).toBe('Xn');
  expect(bridgeLabel('gladstone')).toBe('Gladstone');
  expect(bridgeLabel('other')).toBe('other');
  expect(bridgeLabel(null)).toBe('');
});

it("shows 'n/a' for no number of members but a real 0 as 0 [TLS-20]", () => {
  expect(membersLabel(null)).toBe('n/a');
  expect(membersLabel(0)).toBe('0');
  expect(membersLabel(48216)).toBe('48,216');
});

it.each([
  'Brimham Active',
  "O'Neill's & Söhne (2)",
  '7',
  '水泳 🏊',
  '__proto__',
  'x'.repeat(120),
  '🏊'.repeat(119) + 'a',
])('accepts the name %s', (name) => {
  expect(tenantNameFault(cleanTenantName(name))).toBeNull();
});

it.each(['', '🏊', '-', 'x'.repeat(121), 'a\u200bb', 'a\u2066b', '\u115f', 'a\u0007', 'a\ud83d', 'a\rb', 'a\ue000'])(
  'rejects the name %j',
  (name) => {
    expect(tenantNameFault(cleanTenantName(name))).toMatch(/\.$/);
  },
);

it('treats a lower version than the deployed one as behind, and a candidate as lower than its release', () => {
  const older = [
    ['4.9.1', '4.10.0'],
    ['4.18.1', '4.18.2'],
    ['4.19.0-rc1', '4.19.0-rc2'],
    ['4.19.0-rc2', '4.19.0'],
  ] as const;
  for (const [a, b] of older) expect([isBehind(a, b), isBehind(b, a), isBehind(a, a)], a).toEqual([true, false, false]);
  expect([isBehind(null, '4.18.2'), isBehind('4.18.2', null)]).toEqual([false, false]);
});

it('accepts only names that are a single visible line, fit the index, and are unchanged by cleaning again', () => {
  const unit = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('a', 'É', '9', ' ', 'ﷺ', '\u0301') },
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
    fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 130 }), (units) => {
      const name = cleanTenantName(units.join(''));
      fc.pre(tenantNameFault(name) === null);
      expect(cleanTenantName(name)).toBe(name);
      expect(name.isWellFormed()).toBe(true);
      expect(name).toMatch(/[\p{L}\p{N}]/u);
      expect(name).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/u);
      expect(Array.from(name).length).toBeLessThanOrEqual(120);
      expect(new TextEncoder().encode(foldName(name)).length).toBeLessThan(2600);
    }),
    { numRuns: 500 },
  );
});

it('keeps a deleted tenant for 30 days', () => {
  const deletedAt = new Date('2026-02-15T10:00:00Z');
  expect(purgeTime(deletedAt)).toEqual(new Date('2026-03-17T10:00:00Z'));
  expect(keptSince(purgeTime(deletedAt))).toEqual(deletedAt);
});
