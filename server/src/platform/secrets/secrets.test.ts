import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets(Buffer.alloc(32, 1));

it('gives back what was encrypted, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, place) => {
      fc.pre(plain.isWellFormed());
      const stored = secrets.encrypt(plain, place);
      expect(secrets.decrypt(stored, place)).toBe(plain);
      if (plain.length > 3) expect(stored).not.toContain(plain);
    }),
  );
});

it('refuses a value that was moved to another place', () => {
  expect(() =>
    secrets.decrypt(secrets.encrypt('pw', 'config|1|coursepro|DB_PASSWORD'), 'config|2|coursepro|DB_PASSWORD'),
  ).toThrow();
});

it('refuses a changed value', () => {
  const stored = secrets.encrypt('password', 'here');
  const at = stored.length - 3;
  const changed = stored.slice(0, at) + (stored[at] === 'A' ? 'B' : 'A') + stored.slice(at + 1);
  expect(() => secrets.decrypt(changed, 'here')).toThrow();
});

it('says which key is missing', () => {
  const other = createSecrets(Buffer.alloc(32, 2));
  expect(() => other.decrypt(secrets.encrypt('pw', 'here'), 'here')).toThrow(/Check SECRETS_KEY/);
});
