import type { DeletedTenant } from '@mission-control/contract/tenants/schema';
import { describe, expect, it } from 'vitest';
import { findRows } from '../../../lib/address/table-search.ts';
import { purgeText, textOfDeleted } from './list-deleted.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('the deleted tenants', () => {
  it.each([
    ['2026-12-21T12:00:00Z', 'purged in 30 days'],
    ['2026-11-23T13:00:00Z', 'purged in 2 days'],
    ['2026-11-22T12:00:00Z', 'purged in 1 day'],
    ['2026-11-22T11:59:00Z', 'purged today'],
    ['2026-11-21T11:00:00Z', 'purged today'],
    ['soon', 'purged at an unknown time'],
  ])('say at %s: %s', (at, text) => {
    expect(purgeText(at, now)).toBe(text);
  });

  it('are found by words of name, account, region and person', () => {
    const tenant: DeletedTenant = {
      _id: 1,
      tenant_name: 'Fenland Training',
      account_name: 'Fenland Leisure',
      region: 'eu-west-1',
      deployment_group: 'staging',
      services: [],
      deleted_at: now.toISOString(),
      deleted_by: 'Amelia Hart',
      purge_at: now.toISOString(),
    };
    expect(findRows([tenant], 'amelia TRAIN eu', textOfDeleted)).toEqual([tenant]);
    expect(findRows([tenant], 'amelia cedar', textOfDeleted)).toEqual([]);
  });
});
