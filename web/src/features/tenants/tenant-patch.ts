import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { SERVICES } from '@mission-control/contract/catalogue';

/** The tenant after the patch, for the optimistic update. */
export function patchedTenant(tenant: TenantDetail, patch: TenantPatch): TenantDetail {
  const next = { ...tenant };
  if (patch.status !== undefined) next.status = patch.status;
  if (patch.staging !== undefined) next.staging = patch.staging;
  for (const { detailKey } of SERVICES) {
    const before = tenant[detailKey];
    const toggle = switchesOf(patch, detailKey);
    if (before && toggle) next[detailKey] = { ...before, ...toggle };
  }
  return next;
}

/** The part of a patch that changes switches of a service. */
export function switchesOf(patch: TenantPatch, key: string): { cron?: boolean; maintenance?: boolean } | undefined {
  const entry = Object.entries(patch).find(([name]) => name === key);
  return typeof entry?.[1] === 'object' ? (entry[1] as { cron?: boolean; maintenance?: boolean }) : undefined;
}
