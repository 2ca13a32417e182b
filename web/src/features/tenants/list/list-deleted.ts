import type { DeletedTenant } from '@mission-control/contract/tenants/schema';
import { findRows } from '../../../lib/address/table-search.ts';

const A_DAY = 86_400_000;

/** 'purged in 12 days', in whole remaining days; 'purged today' on the last one. */
export function purgeText(purgeAt: string, now: Date): string {
  const left = new Date(purgeAt).getTime() - now.getTime();
  if (Number.isNaN(left)) return 'purged at an unknown time';
  const days = Math.floor(left / A_DAY);
  if (days <= 0) return 'purged today';
  return days === 1 ? 'purged in 1 day' : `purged in ${days} days`;
}

/** Deleted tenants with all these words in name, account, region or user. */
export const findDeleted = (tenants: readonly DeletedTenant[], search: string): readonly DeletedTenant[] =>
  findRows(tenants, search, ({ tenant_name: name, account_name: account, region, deleted_by: by }) => [
    name,
    account,
    region,
    by,
  ]);
