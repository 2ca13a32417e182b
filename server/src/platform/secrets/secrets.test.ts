import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets(Buffer.alloc(32, 1));

it('decrypts what it encrypted, for any text', () => {
  let reached = 0;
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, place) => {
      fc.pre(plain.isWellFormed());
      const stored = secrets.encrypt(plain, place);
      expect(secrets.decrypt(stored, place)).toBe(plain);
      if (plain.length > 3) {
        reached += 1;
        expect(stored).not.toContain(plain);
      }
    }),
  );
  expect(reached).toBeGreaterThan(0);
});

it('rejects a value moved to another place', () => {
  expect(() =>
    secrets.decrypt(secrets.encrypt('pw', 'config|1|coursepro|DB_PASSWORD'), 'config|2|coursepro|DB_PASSWORD'),
  ).toThrow();
});

it('rejects a modified value', () => {
  const stored = secrets.encrypt('password', 'here');
  const at = stored.length - 3;
  const changed = stored.slice(0, at) + (stored[at] === 'A' ? 'B' : 'A') + stored.slice(at + 1);
  expect(() => secrets.decrypt(changed, 'here')).toThrow();
});

it('names the missing key', () => {
  const other = createSecrets(Buffer.alloc(32, 2));
  expect(() => other.decrypt(secrets.encrypt('pw', 'here'), 'here')).toThrow(/Check SECRETS_KEY/);
});
