import { describe, expect, it } from 'vitest';
import * as releases from './calls.ts';

const accepts = (call: { body?: { safeParse(value: unknown): { success: boolean } } }, body: unknown): boolean =>
  call.body?.safeParse(body).success ?? false;

it('has the documented paths [REL-04, REL-05, REL-12, REL-16, REL-18, REL-25, REL-26, DEP-01, DEP-02, DEP-03, DEP-04, SEED-06]', () => {
  const paths = Object.values(releases).map(({ method, path }) => `${method} ${path}`);
  expect(paths.toSorted()).toEqual([
    'GET /api/environment/apps',
    'GET /api/environment/versions',
    'GET /api/release/app-environments',
    'GET /api/release/app-services',
    'GET /api/release/db-migration-commands',
    'GET /api/release/versions',
    'GET /api/repos/branches',
    'GET /api/repos/tags',
    'POST /api/release/create',
    'POST /api/release/deploy',
    'POST /api/release/rollback',
    'POST /api/release/seed',
    'POST /api/repos/tags',
  ]);
});

it('accepts a release object bare or wrapped [DEP-04]', () => {
  const release = { app: 'bg', service: 'bg-api', env: 'qa', version: '2.31.0' };
  expect(accepts(releases.deployRelease, { release })).toBe(true);
  expect(accepts(releases.deployRelease, release)).toBe(true);
  expect(accepts(releases.deployRelease, { release, version: '1' })).toBe(false);
  expect(accepts(releases.deployRelease, { ...release, service: '' })).toBe(false);
});

describe('names that a program could misinterpret', () => {
  const hostile = [
    ';id',
    '$(id)',
    '`id`',
    'a\nb',
    '@/etc/passwd',
    '--flag',
    '--upload-pack=x',
    '=cmd',
    '<img src=x>',
    '../x',
    '',
  ];

  it.each(hostile)('are rejected up front: %j [REL-05, REL-12, DEP-04]', (name) => {
    const tag = { app: 'bg', branch: 'main', tag: '1.0' };
    const release = { app: 'bg', service: 'bg-api', env: 'qa', version: '1.0' };
    const wanted = { app: 'bg', service: 'bg-api', env: 'qa', tag: '1.0' };
    expect([
      accepts(releases.createTag, tag),
      accepts(releases.deployRelease, release),
      accepts(releases.createRelease, wanted),
    ]).toEqual([true, true, true]);
    for (const key of Object.keys(tag)) expect(accepts(releases.createTag, { ...tag, [key]: name })).toBe(false);
    for (const key of Object.keys(release))
      expect(accepts(releases.deployRelease, { ...release, [key]: name })).toBe(false);
    for (const key of Object.keys(wanted))
      expect(accepts(releases.createRelease, { ...wanted, [key]: name })).toBe(false);
  });
});
