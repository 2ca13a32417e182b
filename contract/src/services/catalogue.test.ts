import { expect, it } from 'vitest';
import { findService, SERVICES } from './catalogue.ts';

it('lists the ten services by their names [SHELL-85]', () => {
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

it.each(['__proto__', 'constructor', 'select', 'cron', 'refresh', 'CoursePro', ''])('knows no service %j', (slug) => {
  expect(findService(slug)).toBeUndefined();
});
