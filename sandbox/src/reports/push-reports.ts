import { randomUUID } from 'node:crypto';
import type { ReportTenant } from '@mission-control/contract/reports/calls';
import { competenciesOf } from './competency-state.ts';
import { cronStateOf } from './cron-state.ts';
import { lagOf } from './report-lag.ts';
import { sddErrorsOf } from './sdd-state.ts';
import { statisticsOf, type CountsOf } from './statistics-state.ts';
import type { SystemsOf } from './system-state.ts';

/** So that a report stays far below the limit of a request. */
const TENANTS_A_REPORT = 15;
/** Of a crowded environment the logs are short. */
const CROWDED = 200;

interface Sender {
  /** Where the console answers. */
  console: string;
  token: string;
}

/** One request with the token of an environment. @throws when it is not answered with success */
async function send({ console: address, token }: Sender, path: string, body?: object): Promise<unknown> {
  const response = await fetch(new URL(path, address), {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return response.json();
}

/** The tenants that the environment may speak of. */
export async function tenantsOf(sender: Sender): Promise<ReportTenant[]> {
  return ((await send(sender, '/api/report/tenants')) as { tenants: ReportTenant[] }).tenants;
}

/** Reports the cron of tenants whose CoursePro works on this environment. */
export function pushCron(sender: Sender, tenants: readonly ReportTenant[], now: number): Promise<void> {
  const logs = tenants.length > CROWDED ? 2 : 48;
  return pushAll(sender, 'cron', onPlace(tenants, 'worker'), now, (tenant, made) =>
    cronStateOf(tenant.tenant_name, made, logs),
  );
}

/** Reports the system of tenants whose CoursePro is served by this environment. */
export function pushSystem(
  sender: Sender,
  tenants: readonly ReportTenant[],
  now: number,
  systemsOf: SystemsOf,
): Promise<void> {
  return pushAll(sender, 'system', onPlace(tenants, 'web'), now, (tenant, made) => systemsOf(tenant.tenant_name, made));
}

/** Reports the members of tenants whose CoursePro is served by this environment. */
export function pushStatistics(
  sender: Sender,
  tenants: readonly ReportTenant[],
  now: number,
  countsOf: CountsOf,
): Promise<void> {
  return pushAll(sender, 'statistics', onPlace(tenants, 'web'), now, (tenant, made) =>
    statisticsOf(tenant.tenant_name, countsOf(tenant.tenant_name), made),
  );
}

/** Reports the SDD errors of tenants whose CoursePro works on this environment. */
export function pushSddErrors(sender: Sender, tenants: readonly ReportTenant[], now: number): Promise<void> {
  return pushAll(sender, 'sdd-errors', onPlace(tenants, 'worker'), now, (tenant, made) =>
    sddErrorsOf(tenant.tenant_name, made),
  );
}

/** Reports the competencies of tenants whose CoursePro is served by this environment. */
export function pushCompetencies(sender: Sender, tenants: readonly ReportTenant[], now: number): Promise<void> {
  return pushAll(sender, 'competencies', onPlace(tenants, 'web'), now, (tenant) => competenciesOf(tenant.tenant_name));
}

const onPlace = (tenants: readonly ReportTenant[], place: 'web' | 'worker'): ReportTenant[] =>
  tenants.filter(({ services }) => services.some((one) => one.service === 'coursepro' && one.place === place));

/** Pushes what is to be told of each tenant, as it was when its report was made; null tells nothing. */
async function pushAll(
  sender: Sender,
  kind: string,
  tenants: readonly ReportTenant[],
  now: number,
  entryOf: (tenant: ReportTenant, made: number) => object | null,
): Promise<void> {
  for (const [lag, late] of Map.groupBy(tenants, ({ tenant_name: name }) => lagOf(name))) {
    const made = now - lag;
    const entries = late.flatMap((tenant) => {
      const entry = entryOf(tenant, made);
      return entry === null ? [] : [{ tenant_id: tenant.id, ...entry }];
    });
    for (let from = 0; from < entries.length; from += TENANTS_A_REPORT) {
      const some = entries.slice(from, from + TENANTS_A_REPORT);
      const report = { report_id: randomUUID(), created: new Date(made).toISOString(), tenants: some };
      await send(sender, `/api/report/${kind}`, report);
    }
  }
}
