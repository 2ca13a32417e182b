import { expect, it } from 'vitest';
import { testVersion } from '../testing/release-page.ts';
import { versionOptions } from './service-field.tsx';

it('a version built after the last step of the clock was built just now', () => {
  const versions = [
    testVersion('4.18.2', ['strive'], { created_at: '2026-11-21T08:00:24.000Z' }),
    testVersion('4.18.1', ['strive'], { created_at: '2026-11-21T06:00:00.000Z' }),
  ];
  expect(versionOptions(versions, new Date('2026-11-21T08:00:00.000Z')).map(({ label }) => label)).toEqual([
    '4.18.2 · built just now',
    '4.18.1 · built 2 h ago',
  ]);
});
