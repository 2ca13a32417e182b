import { SERVICES } from '@mission-control/contract/catalogue';
import { getTenant } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { QueryClient } from '@tanstack/react-query';
import type { ApiError } from '../api/api-error.ts';
import { queryOf } from '../api/query.ts';
import { toastError } from './toast-error.ts';

const TENANT_FIELDS: readonly (readonly [keyof TenantDetail, string])[] = [
  ['status', 'Active'],
  ['staging', 'Production'],
  ['deployment_group', 'Deployment group'],
  ['relations', 'Relations'],
  ['log_level', 'Log level'],
];
const SERVICE_SWITCHES = [
  ['cron', 'Cron'],
  ['maintenance', 'Maintenance'],
] as const;

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Fields that differ between two versions of a tenant, named as on the screens. */
export function tenantDifferences(before: TenantDetail, after: TenantDetail): string[] {
  const whole = TENANT_FIELDS.filter(([key]) => differ(before[key], after[key])).map(([, label]) => label);
  const services = SERVICES.flatMap(({ slug, detailKey, displayName }) => {
    const [old, now] = [before[detailKey], after[detailKey]];
    if (!old || !now) return differ(old, now) ? [displayName] : [];
    const switches = SERVICE_SWITCHES.filter(([key]) => old[key] !== now[key]).map(
      ([, label]) => `${label} of ${displayName}`,
    );
    const settings = [old, now].map(({ cron: _cron, maintenance: _maintenance, ...rest }) => rest);
    const moved = differ(settings[0], settings[1]) || differ(before.domains[slug], after.domains[slug]);
    return moved ? [...switches, `${displayName} settings`] : switches;
  });
  return [...whole, ...services];
}

/**
 * Refetches a tenant after a change was refused and reports the reason; on a conflict, also what somebody else changed.
 * @param seen the version the user saw
 */
export async function reportRefusedChange(client: QueryClient, error: ApiError, seen: TenantDetail): Promise<void> {
  const isConflict = error.code === 'conflict';
  if (!isConflict) toastError(error);
  const { queryKey } = queryOf(getTenant, { params: { id: seen._id } });
  await client.invalidateQueries({ queryKey });
  if (!isConflict) return;
  const now = client.getQueryData(queryKey)?.tenant ?? seen;
  const changed = tenantDifferences(seen, now);
  toastError(error, { facts: changed.length === 0 ? undefined : `Changed: ${changed.join(', ')}.` });
}
