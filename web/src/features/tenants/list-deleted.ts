import { foldName } from '@mission-control/contract/search/rules';
import type { DeletedTenant } from '@mission-control/contract/tenants/schema';

const A_DAY = 86_400_000;

/** 'purged in 12 days', counted in whole days that are left; 'purged today' on the last one. */
export function purgeText(purgeAt: string, now: Date): string {
  const left = new Date(purgeAt).getTime() - now.getTime();
  if (Number.isNaN(left)) return 'purged at an unknown time';
  const days = Math.floor(left / A_DAY);
  if (days <= 0) return 'purged today';
  return days === 1 ? 'purged in 1 day' : `purged in ${days} days`;
}

/** The deleted tenants with all these words in name, account, region or person. */
export function findDeleted(tenants: readonly DeletedTenant[], search: string): readonly DeletedTenant[] {
  const words = foldName(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return tenants;
  return tenants.filter((tenant) => {
    const text = foldName([tenant.tenant_name, tenant.account_name, tenant.region, tenant.deleted_by].join('\n'));
    return words.every((word) => text.includes(word));
  });
}
