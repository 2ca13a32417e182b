import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { SERVICES } from '@mission-control/contract/catalogue';
import { switchesOf } from './tenant-patch.ts';

/** Effect of one change on a production tenant, and the change that reverts it. */
export interface PatchEffect {
  text: string;
  undo: TenantPatch;
}

/** Null when members do not notice it. */
export function patchEffect(tenant: TenantDetail, patch: TenantPatch): PatchEffect | null {
  const { tenant_name: name } = tenant;
  if (tenant.staging) return null;
  if (patch.status === false) return { text: `${name} is now inactive.`, undo: { status: true } };
  if (patch.staging === true) return { text: `${name} is no longer a production tenant.`, undo: { staging: false } };
  for (const { detailKey, displayName } of SERVICES) {
    const { maintenance, cron } = switchesOf(patch, detailKey) ?? {};
    if (maintenance === true)
      return {
        text: `${displayName} of ${name} is in maintenance: its members see the maintenance page.`,
        undo: { [detailKey]: { maintenance: false } },
      };
    if (cron === false)
      return {
        text: `Cron of ${displayName} is off for ${name}: its scheduled tasks do not run.`,
        undo: { [detailKey]: { cron: true } },
      };
  }
  return null;
}
