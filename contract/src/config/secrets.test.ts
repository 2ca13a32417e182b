import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSecretName, hasSecretValue } from './secrets.ts';

describe('a name', () => {
  it.each([
    'DB_PASSWORD',
    'db.passwd',
    'SMTP_PWD',
    'CLIENT_SECRET',
    'accessToken',
    'API_KEY',
    'ApiKey',
    'apikey',
    'STRIPE_KEYS',
    'PRIVATE_PEM',
    'aws.secret',
    'CREDENTIALS',
    'signing_key',
    'KEY_PASSPHRASE',
    'signingKey',
  ])('%s marks its value as a secret', (key) => expect(hasSecretName(key)).toBe(true));

  it.each([
    'TIMEZONE',
    'KEYBOARD',
    'MONKEY',
    'keynote',
    'DB_HOST',
    'COMPASS',
    'theme.colour',
    'MAX_KEYFRAMES',
    'DB_KEYSPACE',
    'turkey',
  ])('%s does not mark its value as a secret', (key) => expect(hasSecretName(key)).toBe(false));
});

describe('a value', () => {
  it.each([
    'postgres://app:hunter2@db-1/coursepro',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE',
    'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
    'AKIAIOSFODNN7EXAMPLE',
    'sk_live_51H8xkJ2eZvKYlo2C',
    'Bearer 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ])('%s is a secret', (value) => expect(hasSecretValue(value)).toBe(true));

  it('is a secret when randomly generated', () => {
    const drawn = fc.integer({ min: 32, max: 64 }).map((count) => randomBytes(count));
    fc.assert(
      fc.property(drawn, (bytes) => {
        // One in a thousand has no digit and looks like a name.
        fc.pre(/\d/.test(bytes.toString('base64').slice(0, 20)) && /[a-z]/.test(bytes.toString('hex')));
        expect(hasSecretValue(bytes.toString('hex'))).toBe(true);
        expect(hasSecretValue(bytes.toString('base64').replaceAll(/[/=]/g, '7'))).toBe(true);
      }),
    );
    expect(hasSecretValue(createHash('sha256').update('x').digest('hex'))).toBe(true);
  });

  it.each([
    '',
    'True',
    '3600',
    'Europe/London',
    'https://tenant-12.coursepro.example/online-joining?lang=en',
    'noreply@example.com',
    'eu-prod-web-01.internal.example',
    '/var/www/coursepro/releases/2026-11-22T08-00-00Z',
    '#4299e1',
    'Monday, Tuesday, Wednesday',
    'App\\Providers\\ReportingServiceProvider',
    '2026-11-22T08:00:00.000Z',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    '0123456789012345678901234567890',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1',
    'internationalisation_of_everything',
    'https://fonts.example/css2?family=Inter:wght@400;600',
    "$config['modules'] = ['bookings', 'payments', 'swimming'];",
    'HomePortal2OnlineJoining',
    'YYYY-MM-DD HH:mm:ss',
    '15,30,45,60,75,90,105,120,135',
  ])('%s is not a secret', (value) => expect(hasSecretValue(value)).toBe(false));

  it('may contain a token after other text, but not within a longer word', () => {
    const token = 'eyJhbGciOiJub25l.eyJzdWIiOiIxMjM0.';
    expect([`Bearer ${token}`, `token=${token}`].map(hasSecretValue)).toEqual([true, true]);
    expect([`key-${token}`, `x${token}`].map(hasSecretValue)).toEqual([false, false]);
  });

  it('is examined only up to a maximum length', () => {
    expect(hasSecretValue(`${'a b '.repeat(200_000)}`)).toBe(false);
  });
});
