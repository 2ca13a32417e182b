import type { DeletedTenant } from '@mission-control/contract/tenants/schema';

const A_DAY = 86_400_000;

/** 'purged in 12 days', in whole remaining days; 'purged today' on the last one. */
export function purgeText(purgeAt: string, now: Date): string {
  const left = new Date(purgeAt).getTime() - now.getTime();
  if (Number.isNaN(left)) return 'purged at an unknown time';
  const days = Math.floor(left / A_DAY);
  if (days <= 0) return 'purged today';
  return days === 1 ? 'purged in 1 day' : `purged in ${days} days`;
}

/** Text that the search finds a deleted tenant by: name, account, region and user. */
export const textOfDeleted = ({ tenant_name: name, account_name: account, region, deleted_by: by }: DeletedTenant) => [
  name,
  account,
  region,
  by,
];
