import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/monitors/calls';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { uptimeOf } from './charts/buckets.ts';
import { rounded } from './charts/charts.ts';
import { addCounts, percentilesOf } from './charts/latencies.ts';
import {
  listOutagesIn,
  listSiteSums,
  listTenantSums,
  sumLatencies,
  type Month,
  type Sums,
  type TenantSums,
} from './charts/queries-uptime.ts';
import { isInScope } from '@mission-control/contract/windows/rules';
import { listOccurrences } from '../windows/public.ts';
import { outageRow } from './monitor-row.ts';
import { windowSubjectOf } from './queries.ts';

/** @param text `2026-10`, a month of UTC */
function monthOf(text: string, now: Date): Month {
  const [year = 0, month = 0] = text.split('-').map(Number);
  return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month), now: now.getTime() };
}

/** @param counts histogram of the successful checks */
function uptimeRow({ checks, failures, outages, down, longest }: Sums, counts: readonly number[] = []) {
  const { median, p95 } = percentilesOf(counts);
  return {
    uptimepc: rounded(uptimeOf([{ checks, failures }]), 3),
    outages,
    down_ms: down,
    longest_ms: longest,
    median_ms: median,
    p95_ms: p95,
  };
}

const tenantRow = (sums: TenantSums, counts: readonly number[] | undefined): calls.TenantUptime => ({
  tenant: sums.tenant,
  name: sums.name,
  sites: sums.sites,
  ...uptimeRow(sums, counts),
});

/** Uptime of each tenant's sites in a month. */
export async function listUptime(
  { db, clock }: Ctx,
  { month, q = '', ...which }: CallInput<typeof calls.listUptime>['query'],
): Promise<CallResponse<typeof calls.listUptime>> {
  const words = q.toWellFormed().toLowerCase().split(/\s+/).filter(Boolean);
  const span = monthOf(month, clock.now());
  const part = await listTenantSums(db, span, { words, ...which });
  // The rows contain the total, but a page past the end has none.
  const { found } =
    part.rows.length > 0 || which.from === 0
      ? part
      : await listTenantSums(db, span, { words, ...which, from: 0, count: 1 });
  const tenants = part.rows.map(({ tenant }) => tenant);
  const latencies = await sumLatencies(db, span, 'tenant_id', tenants);
  return { rows: part.rows.map((sums) => tenantRow(sums, latencies.get(sums.tenant))), found };
}

/** Uptime of each site of a tenant in a month. @throws AppError('not_found') */
export async function getTenantUptime(
  { db, clock }: Ctx,
  id: number,
  text: string,
): Promise<CallResponse<typeof calls.getTenantUptime>> {
  const { name } = await requireTenant(db, id);
  const month = monthOf(text, clock.now());
  const sites = await listSiteSums(db, month, id);
  const ids = sites.map((site) => site.id);
  const latencies = await sumLatencies(db, month, 'id', ids);
  const counts = [...latencies.values()].reduce<number[]>(addCounts, []);
  const outages = await listOutagesIn(db, month, id);
  const since = Math.min(month.from, ...outages.map(({ startedAt }) => startedAt.getTime()));
  const windows = await listOccurrences(db, new Date(since), new Date(month.to));
  return {
    total: tenantRow({ tenant: id, name, sites: sites.length, ...totalOf(sites) }, counts),
    sites: sites.map((sums) => ({
      id: sums.id,
      host: sums.host,
      service: sums.service,
      ...uptimeRow(sums, latencies.get(sums.id)),
    })),
    outages: outages.map(({ host, ...outage }) => ({
      host,
      ...outageRow(
        outage,
        windows.filter(({ scope }) => isInScope(scope, windowSubjectOf(outage))),
      ),
    })),
  };
}

function totalOf(sites: readonly Sums[]): Sums {
  const total = { checks: 0, failures: 0, outages: 0, down: 0, longest: 0 };
  for (const site of sites) {
    total.checks += site.checks;
    total.failures += site.failures;
    total.outages += site.outages;
    total.down += site.down;
    total.longest = Math.max(total.longest, site.longest);
  }
  return total;
}
