import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskTextSecrets } from './mask-secrets.ts';

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
    ["array ( 'password' => 'sword fish', 'user' => 'app' )", "array ( 'password' => ********, 'user' => 'app' )"],
    [
      'Array\n(\n    [password] => sword fish\n    [user] => app\n)',
      'Array\n(\n    [password] => ********\n    [user] => app\n)',
    ],
    ['Array ( [password] => sword fish [user] => app )', 'Array ( [password] => ******** [user] => app )'],
    ['[password:App\\User:private] => swordfish', '[password:App\\User:private] => ********'],
    ['["password":protected]=>\n  string(9) "swordfish"', '["password":protected]=>\n  string(9) ********'],
    ["$config['db']['password'] = 'it\\'s swordfish';", "$config['db']['password'] = ********;"],
    ['{\\"api_token\\":\\"sword \\\\\\"fish\\",\\"page\\":\\"2\\"}', '{\\"api_token\\":********,\\"page\\":\\"2\\"}'],
    ['{"password":"sword\\\\","page":"2"}', '{"password":********,"page":"2"}'],
    ['"password":"swordf', '"password":********'],
    ['token: password: swordfish', 'token: ******** ********'],
  ])('has its secrets masked: %s', (text, masked) => expect(maskTextSecrets(text)).toBe(masked));

  it.each([
    'Done in 12 s: 3 of 4 rows, rate=0.5, key: 17',
    'https://example.com/a:b@c?x=1',
    'Token expired. Password of the user is wrong.',
    'Bank said "no"\nat 100%',
    '{"user":"app","tries":3}',
    "array ( 'user' => 'app', 'keys' => Array )",
    '{\\"user\\":\\"app\\"}',
  ])('without secrets is unchanged: %s', (text) => expect(maskTextSecrets(text)).toBe(text));

  it('has long secrets masked to their end', () => {
    const long = 'swordfish'.repeat(100);
    expect(maskTextSecrets(`api_token=${long} page 2`)).toBe('api_token=******** page 2');
    expect(maskTextSecrets(`"password": "${long} ${long}", page 2`)).toBe('"password": ********, page 2');
  });

  it('has its secrets masked in any position and context', () => {
    const name = fc.constantFrom('PASSWORD', 'api_token', 'clientSecret', 'db.password');
    const around = fc.stringMatching(/^[ -~\n]{0,60}$/);
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12}$/);
    const form = fc.constantFrom<(key: string, value: string) => string>(
      (key, value) => `${key}=${value}`,
      (key, value) => `${key}: ${value}`,
      (key, value) => `${key} = '${value}'`,
      (key, value) => `'${key}' => '${value}'`,
      (key, value) => `[${key}] => ${value}`,
      (key, value) => `["${key}"]=>\n  string(${value.length}) "${value}"`,
      (key, value) => JSON.stringify({ [key]: value }),
      (key, value) => JSON.stringify({ log: JSON.stringify({ [key]: `"${value}\\` }) }),
    );
    fc.assert(
      fc.property(
        around,
        name,
        form,
        secret,
        fc.constantFrom(1, 60),
        around,
        (before, key, formOf, value, times, after) => {
          fc.pre(!before.includes(value) && !after.includes(value));
          expect(maskTextSecrets(`${before}\n${formOf(key, value.repeat(times))} ${after}`)).not.toContain(value);
        },
      ),
    );
  });

  it('is scanned without catastrophic backtracking', () => {
    const pieces = ['a', '-', 'a=', 'a://', 'eyJ', '-----BEGIN ', '"', 'bearer ', '\\', '[', ' ', 'ab:'];
    const names = ['token=', 'token="', "'token' => '", '[token] => ', '[token:a', '\\"token\\":\\"', 'token: '];
    for (const piece of [...pieces, ...names, `token="${'\\'.repeat(9)}`, `[token] =>${' '.repeat(50)}`])
      expect(maskTextSecrets(piece.repeat(400_000 / piece.length)).length).toBeGreaterThan(0);
  });
});
