import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeReturnTo, screenOf } from './return-to.ts';

const SCRIPT = ['java', 'script:alert(1)'].join('');

const HOSTILE = [
  SCRIPT,
  SCRIPT.replace('s', 'S'),
  ` ${SCRIPT}`,
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'https://evil.example',
  'http://evil.example/tenant',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/%2f..',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ \\evil.example\\',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/a/..//evil.example',
  '/./\\evil.example',
  'https://ok@evil.example',
  '//ok@evil.example',
  'java\tscript:alert(1)',
  '\u0000//evil.example',
  '/\u0000/evil.example',
  '/\u0085/evil.example',
  'evil.example',
  '.evil.example',
  '@evil.example',
  '?return_to=//evil.example',
  '#//evil.example',
  '',
  '/tenant\r\nSet-Cookie: mc=planted',
  '/auth/login',
  '/auth/login?return_to=/tenant',
  `/${'a'.repeat(3000)}`,
];

it.each(HOSTILE)('falls back to the home page for %j (threat 8)', (wanted) => {
  expect(safeReturnTo(wanted)).toBe('/');
});

it('keeps paths of the console, including query and fragment', () => {
  for (const path of [
    '/',
    '/tenant',
    '/tenant/12/coursepro/config?tab=diff#DB_HOST',
    '/monitor?q=%2F%2Fevil.example',
  ]) {
    expect(safeReturnTo(path)).toBe(path);
  }
  expect(safeReturnTo(undefined)).toBe('/');
});

it('never leaves the console, whatever is requested (threat 8)', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%5c',
    '%2f',
    '@',
    ':',
    'https:',
    'evil.example',
    '\t',
    '?',
    '#',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(pieces).map((parts) => `/${parts.join('')}`),
      ),
      (wanted) => {
        const path = safeReturnTo(wanted);
        expect(new URL(path, 'https://console.example').origin).toBe('https://console.example');
        expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
      },
    ),
    { numRuns: 2000 },
  );
});

it('names the target screen', () => {
  expect(['/tenant', '/tenant/3?x=1', '/dashboard', '/cron', '/', '/constructor'].map(screenOf)).toEqual([
    'Tenants',
    'Tenants',
    'Dashboard',
    'Cron Statistics',
    undefined,
    undefined,
  ]);
});
