import { expect, it } from 'vitest';
import { findService, SERVICES } from '../catalogue.ts';

it('lists the ten services by name [SHELL-85]', () => {
  expect(SERVICES.map((service) => service.displayName)).toEqual([
    'CoursePro',
    'HomePortal',
    'HomePortal2',
    'Coach Portal',
    'Organisation Portal',
    'Scheme Portal',
    'Parent Portal',
    'Strive',
    'Insight',
    'Comms Portal',
  ]);
});

it('keeps the two irregular keys of the documents', () => {
  expect(findService('organisationportal')).toMatchObject({
    listFlag: 'organisation_tenant',
    detailKey: 'organisationportal_tenant',
  });
  expect(findService('homeportal2')).toMatchObject({ urlKey: 'hp2_url' });
});

it.each(['__proto__', 'constructor', 'select', 'cron', 'refresh', 'CoursePro', ''])('finds no service %j', (slug) => {
  expect(findService(slug)).toBeUndefined();
});

/** Slug (also config type and API suffix), label, data and URL keys, suffixes, environment types. */
const kinds = [
  ['coachportal', 'CoachPortal', '.coachportal.co.uk', { web: 7, worker: null, sns: null }],
  ['schemeportal', 'SchemePortal', '.schemeportal.co.uk', { web: 6, worker: null, sns: null }],
  ['organisationportal', 'OrganisationPortal', '.organisationportal.co.uk', { web: 11, worker: null, sns: null }],
  ['parentportal', 'ParentPortal', '.sandbox.parentportal.co.uk', { web: 12, worker: null, sns: null }],
  ['strive', 'Strive', '.api.strive.co.uk', { web: 8, worker: null, sns: null }],
  ['insight', 'Insight', '.insight.co.uk', { web: 9, worker: 10, sns: null }],
  ['commsportal', 'Commsportal', '.commsportal.co.uk', { web: 9, worker: 10, sns: null }],
] as const;

it.each(kinds)(
  '%s has its label, storage keys, URL suffix and environment types [SVC-42..47, SVC-49, SVC-52]',
  (slug, configLabel, suffix, environmentTypes) => {
    expect(findService(slug)).toMatchObject({
      slug,
      configLabel,
      detailKey: `${slug}_tenant`,
      urlKey: `${slug}_url`,
      urlSuffixes: [suffix],
      environmentTypes,
    });
  },
);

it('gives the three older services their own web type and shared worker, sns and certificate (C-087) [SVC-52]', () => {
  for (const [slug, web] of [
    ['coursepro', 1],
    ['homeportal', 3],
    ['homeportal2', 4],
  ] as const) {
    expect(findService(slug)).toMatchObject({ environmentTypes: { web, worker: 2, sns: 5 }, hasCertificate: true });
  }
});

it('suggests the default domain suffixes (C-086) [SVC-50]', () => {
  const ends = ['coursepro', 'homeportal', 'homeportal2'].map((slug) => findService(slug)?.urlSuffixes);
  expect(ends).toEqual([
    ['.coursepro.co.uk', '.courseprogress.co.uk'],
    ['.courseprohome.co.uk'],
    ['.courseprohome.co.uk'],
  ]);
});
