import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RELEASE_APPS, RELEASE_ENVS, RELEASE_SERVICES, releaseEnvLabel, servicesOfApp } from './catalogue.ts';
import {
  buildEnvs,
  chooseApp,
  chooseEnv,
  chooseService,
  confirmNeeded,
  deployFailed,
  deployRefusal,
  lockHeld,
  NOTHING_CHOSEN,
  refFault,
  releaseCreated,
  releaseDeployed,
  releaseFailed,
  seedButton,
  seedComplete,
  seedFailed,
  SEEDING_OUTPUT,
  suggestTag,
  tagCreated,
  tagFailed,
  tagFault,
  tagRefusal,
  versionsQuery,
} from './rules.ts';

const labels = (app: string): string[] => servicesOfApp(app).map((service) => service.label);

describe('the catalogue', () => {
  it('has the documented apps, services and environments [REL-19, REL-20, REL-21, REL-22, REL-23, REL-24]', () => {
    expect(RELEASE_APPS).toEqual(['coursepro', 'bg', 'insight', 'merlin']);
    expect(labels('coursepro')).toEqual([
      'CoursePro 3 All',
      'CoursePro Only',
      'Home Portal',
      'Strive',
      'Strive API',
      'Strive Client',
    ]);
    expect(labels('bg')).toEqual(['All', 'API', 'Client']);
    expect(labels('insight')).toEqual(['UK', 'US']);
    expect(labels('merlin')).toEqual([]);
    expect(RELEASE_ENVS.map(releaseEnvLabel)).toEqual(['qa', 'dev', 'staging', 'Production', 'feature']);
  });

  it('names every service once, and only an "All" comprises others', () => {
    const values = RELEASE_SERVICES.map((service) => service.value);
    expect(new Set(values).size).toBe(values.length);
    for (const { app, value, parts } of RELEASE_SERVICES) {
      const own = RELEASE_SERVICES.filter(
        (other) => other.app === app && other.value !== value && value.endsWith('-all'),
      );
      expect(parts).toEqual(value.endsWith('-all') ? own.map((other) => other.value) : [value]);
    }
  });
});

it.each([
  'HEAD',
  'head',
  'FETCH_HEAD',
  'ORIG_HEAD',
  'refs/heads/main',
  'heads/main',
  'tags/1.0',
  'refs',
  'a1b2c3d',
  'DEADBEEF',
  '0123456789012345678901234567890123456789',
  '1.0-3-gabc1234',
])('rejects %s as a new tag, which git would interpret differently', (name) => {
  expect(refFault(name)).toBeNull();
  expect(tagFault(name)).toMatch(/^Git would read it/);
});

it.each([
  '1.0',
  'v2.11.0',
  '20261122',
  'release/2026-11',
  'overhead',
  'HEAD.1',
  'headless',
  'abc',
  'beef12',
  'facade-1',
  'tagged',
])('accepts %s as a new tag', (name) => expect(tagFault(name)).toBeNull());

describe('the suggested tag', () => {
  it.each([
    ['3.4.9', '3.4.10'],
    ['v2-rc1', 'v2-rc2'],
    ['1.09', '1.10'],
    ['build-0099', 'build-0100'],
    ['99', '100'],
    ['stable', 'stable.1'],
    ['1.0-beta', '1.0-beta.1'],
    ['2026.99999999999999999999', '2026.100000000000000000000'],
  ])('follows %s with %s [REL-09]', (latest, next) => {
    expect(suggestTag([{ tag: latest }, { tag: 'older-7' }])).toBe(next);
  });

  it('is empty without tags [REL-09]', () => {
    expect(suggestTag([])).toBe('');
  });

  it('always differs from the previous tag, and keeps the part before the number [REL-09]', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9.-]{1,20}$/), (tag) => {
        const next = suggestTag([{ tag }]);
        expect(next).not.toBe(tag);
        expect(next.startsWith(tag.replace(/[0-9]+$/, ''))).toBe(true);
      }),
    );
  });
});

describe('the names of refs', () => {
  it.each(['main', 'release/4.18', 'v2-rc1', '3.4.9', 'feature_x'])('accepts %s', (name) => {
    expect(refFault(name)).toBeNull();
  });

  it.each([
    '--upload-pack=x',
    '-d',
    '$(id)',
    '=cmd',
    '<img src=x>',
    '`id`',
    'a b',
    'a..b',
    'a/.b',
    'a//b',
    '/a',
    'a/',
    'a.lock',
    'x.lock/y',
    'a.',
    'a\nb',
    'a\0',
    'ä',
    '@{1}',
    'refs^',
    '',
    'x'.repeat(129),
  ])('refuses %j', (name) => {
    expect(refFault(name)).not.toBeNull();
  });
});

it('rejects an existing tag or version in the documented words [REL-07, REL-08]', () => {
  expect(tagRefusal('1.2', [{ tag: '1.2' }], [{ version: '1.2' }])).toBe('Tag (1.2) already exists.');
  expect(tagRefusal('1.2', [{ tag: '1.1' }], [{ version: '1.2' }])).toBe('1.2 version already exists');
  expect(tagRefusal('1.2', [], [])).toBeNull();
});

it('reports outcomes in the documented words [REL-10, REL-11, REL-14, REL-15, DEP-11, DEP-12]', () => {
  expect(tagCreated('1.2')).toBe('Tag 1.2 created');
  expect(tagFailed('no')).toBe('Failed to create tag - no');
  expect(releaseCreated('1.2', 3)).toBe('Release 1.2 created in 3 seconds.');
  expect(releaseFailed('no')).toBe('Failed to create release - no');
  expect(releaseDeployed('1.2', 'prod')).toBe('Release 1.2 deployed to prod.');
  expect(deployFailed('no')).toBe('Failed to deploy release - no');
});

it('builds bg for dev and then prod, others for the chosen environment [REL-13]', () => {
  expect(buildEnvs('bg', 'qa')).toEqual(['dev', 'prod']);
  expect(buildEnvs('merlin', 'qa')).toEqual(['qa']);
});

it('requests backend-only versions, unless the app is bg [REL-17]', () => {
  expect(versionsQuery('coursepro', 'qa')).toEqual({ app: 'coursepro', env: 'qa', 'backend-only': '1' });
  expect(versionsQuery('bg', 'dev')).toEqual({ app: 'bg', env: 'dev' });
});

it('requires the translation request for coursepro to staging and bg to dev only [DEP-06, DEP-07]', () => {
  const needed = RELEASE_APPS.flatMap((app) =>
    RELEASE_ENVS.filter((env) => confirmNeeded(app, env)).map((env) => `${app} ${env}`),
  );
  expect(needed).toEqual(['coursepro staging', 'bg dev']);
});

describe('the deploy form', () => {
  const full = { app: 'coursepro', service: 'strive', env: 'staging', version: '1.2', confirm: true };

  it('is cleared when the app changes [DEP-09]', () => {
    expect(chooseApp('bg')).toEqual({ ...NOTHING_CHOSEN, app: 'bg' });
    expect(chooseApp('merlin')).toEqual({ ...NOTHING_CHOSEN, app: 'merlin', service: 'merlin' });
  });

  it('clears the version when the environment changes, and nothing when the service changes [DEP-10]', () => {
    expect(chooseEnv(full, 'qa')).toEqual({ ...full, env: 'qa', version: '', confirm: false });
    expect(chooseService(full, 'home-portal')).toEqual({ ...full, service: 'home-portal' });
  });

  it('requires app, service, environment and version, and the checkbox if there is one [DEP-05, DEP-06, DEP-07]', () => {
    expect(deployRefusal(full)).toBeNull();
    for (const field of ['app', 'service', 'env', 'version'] as const)
      expect(deployRefusal({ ...full, [field]: '' })).toMatch(/^Choose an? .* first\.$/);
    expect(deployRefusal({ ...full, confirm: false })).toBe('Confirm the translation request first.');
    expect(deployRefusal({ ...full, env: 'prod', confirm: false })).toBeNull();
  });
});

it('names the holder of a locked target', () => {
  expect(lockHeld({ service: 'strive', env: 'prod', owner: 'Tom Okafor', version: '4.18.2' })).toBe(
    'Strive on Production is locked: Tom Okafor is deploying 4.18.2 there. Wait until that has ended.',
  );
});

it('names the chosen tenant on the button, or prompts for one [SEED-02] [SEED-03]', () => {
  expect(seedButton(null)).toBe('Select a Tenant');
  expect(seedButton('Elm Leisure')).toBe('Seed Tenant - Elm Leisure');
});

it('reports the outcome of a seeding, with ? if the server gave no reason [SEED-05] [SEED-09] [SEED-10]', () => {
  expect(seedComplete('Elm Leisure')).toBe('Tenant Elm Leisure seed complete');
  expect(seedFailed('node exited with code 3.')).toBe('Failed to seed tenant - node exited with code 3.');
  expect(seedFailed('')).toBe('Failed to seed tenant - ?');
  expect(SEEDING_OUTPUT).toBe('Seeding output');
});
