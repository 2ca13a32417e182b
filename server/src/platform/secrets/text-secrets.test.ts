import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskTextSecrets } from './text-secrets.ts';

describe('an external text', () => {
  it.each([
    ['mysql://app:swordfish@db-1/main is away', 'mysql://app:********@db-1/main is away'],
    ['DB_PASSWORD=swordfish; user=app', 'DB_PASSWORD=********; user=app'],
    ['{"user":"app","password":"sword fish"}', '{"user":"app","password":********}'],
    ["apiKey: 'swordfish', page 2", 'apiKey: ********, page 2'],
    ['Authorization: Bearer abcdef.12345 refused', 'Authorization: Bearer ******** refused'],
    ['sent sk_live_0123456789abcdef to it', 'sent ******** to it'],
    ['settings: PASSWORD=swordfish', 'settings: PASSWORD=********'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nread', '********\nread'],
  ])('has its secrets masked: %s', (text, masked) => expect(maskTextSecrets(text)).toBe(masked));

  it.each([
    'Done in 12 s: 3 of 4 rows, rate=0.5, key: 17',
    'https://example.com/a:b@c?x=1',
    'Token expired. Password of the user is wrong.',
    'Bank said "no"\nat 100%',
    '{"user":"app","tries":3}',
  ])('without secrets is unchanged: %s', (text) => expect(maskTextSecrets(text)).toBe(text));

  it('has its secrets masked in any position and context', () => {
    const name = fc.constantFrom('PASSWORD', 'api_token', 'clientSecret', 'db.password');
    const around = fc.stringMatching(/^[ -~\n]{0,60}$/);
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12}$/);
    fc.assert(
      fc.property(
        around,
        name,
        fc.constantFrom('=', ': ', ' = '),
        secret,
        around,
        (before, key, sign, value, after) => {
          fc.pre(!before.includes(value) && !after.includes(value));
          expect(maskTextSecrets(`${before}\n${key}${sign}${value} ${after}`)).not.toContain(value);
        },
      ),
    );
  });

  it('is scanned without catastrophic backtracking', () => {
    for (const piece of ['a', '-', 'a=', 'a://', 'eyJ', '-----BEGIN ', '"', 'bearer '])
      expect(maskTextSecrets(piece.repeat(20_000 / piece.length)).length).toBeGreaterThan(0);
  });
});
