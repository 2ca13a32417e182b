import { describe, expect, it } from 'vitest';
import { createRelease, createTag, deployRelease, releaseCalls } from './calls.ts';

const accepts = (call: { body?: { safeParse(value: unknown): { success: boolean } } }, body: unknown): boolean =>
  call.body?.safeParse(body).success ?? false;

it('has the paths of the documents [REL-04, REL-05, REL-12, REL-16, REL-18, REL-25, REL-26, DEP-01, DEP-02, DEP-03, DEP-04]', () => {
  expect(releaseCalls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/repos/branches',
    'GET /api/repos/tags',
    'POST /api/repos/tags',
    'GET /api/environment/apps',
    'GET /api/release/app-services',
    'GET /api/release/app-environments',
    'GET /api/release/versions',
    'POST /api/release/create',
    'GET /api/environment/versions',
    'GET /api/release/db-migration-commands',
    'POST /api/release/deploy',
    'POST /api/release/rollback',
  ]);
});

it('accepts a release object bare or wrapped [DEP-04]', () => {
  const release = { app: 'bg', service: 'bg-api', env: 'qa', version: '2.31.0' };
  expect(accepts(deployRelease, { release })).toBe(true);
  expect(accepts(deployRelease, release)).toBe(true);
  expect(accepts(deployRelease, { release, version: '1' })).toBe(false);
  expect(accepts(deployRelease, { ...release, service: '' })).toBe(false);
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
    expect([accepts(createTag, tag), accepts(deployRelease, release), accepts(createRelease, wanted)]).toEqual([
      true,
      true,
      true,
    ]);
    for (const key of Object.keys(tag)) expect(accepts(createTag, { ...tag, [key]: name })).toBe(false);
    for (const key of Object.keys(release)) expect(accepts(deployRelease, { ...release, [key]: name })).toBe(false);
    for (const key of Object.keys(wanted)) expect(accepts(createRelease, { ...wanted, [key]: name })).toBe(false);
  });
});
