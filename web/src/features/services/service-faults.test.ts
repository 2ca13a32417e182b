import { findService } from '@mission-control/contract/catalogue';
import { expect, it } from 'vitest';
import { faultsByKey, withoutFault } from './service-faults.ts';

const row = (key: string) => ({ key, host: '', isPrimary: false, hasWhitelist: false, saved: null });

it('puts each fault beside the row or place that it names', () => {
  const hp2 = findService('homeportal2');
  if (!hp2) throw new Error('There is no HomePortal2.');
  const faults = faultsByKey(hp2, [row('one'), row('two')], {
    'domains.homeportal2.1.host': 'No host.',
    'homeportal2_tenant.certificate': 'No certificate.',
    'domains.homeportal2.9.host': 'Of a row that is not there.',
    'domains.coursepro.0.host': 'Of another service.',
    'strive_tenant.certificate': 'Of another service.',
    version: 'Of the whole.',
  });
  expect(Object.fromEntries(faults)).toEqual({ two: 'No host.', certificate: 'No certificate.' });
  expect(Object.fromEntries(withoutFault(faults, 'two'))).toEqual({ certificate: 'No certificate.' });
});
