import type { ReportTenant } from '@mission-control/contract/reports/calls';
import { randomUUID } from 'node:crypto';
import type { ControlFiles } from '../control-files.ts';
import { createDice, HOUR_MS, MINUTE_MS, type Dice } from '../random.ts';
import { competenciesOf } from './competency-state.ts';
import { cronStateOf } from './cron-state.ts';
import { statisticsOf, type CountsOf } from './statistics-state.ts';
import type { SystemsOf } from './system-state.ts';
import type { VersionsOf } from './version-state.ts';

/** Passed by the console at startup. */
export interface ReportOrder {
  /** URL of the console. */
  console: string;
  /** Inventory file of the fleet, for the system reports. */
  inventory: string;
  /** Folder of the fleet's servers, where the console writes control files; null if it writes them elsewhere. */
  fleet: string | null;
  /** Folder of the releases that the console deploys. */
  releases: string;
  /** Report tokens of the environments. */
  tokens: string[];
}

const HOURS = 24;

/**
 * Lag of the reports about a tenant, in ms: 0 for nearly all; a few are delayed so long that the console shows them as stale.
 * A name that ends with 'late' selects this.
 */
export function lagOf(tenant: string): number {
  const dice = createDice(1, `lag ${tenant}`);
  const isLate = dice.chance(0.04) || tenant.toLowerCase().endsWith(' late');
  return isLate ? dice.pick([25, 130, 560]) * MINUTE_MS : 0;
}

const KINDS: readonly (readonly [string, (dice: Dice) => string])[] = [
  ['ERROR', (dice) => `Mandate ${dice.int(10_000, 99_999)} rejected: instruction cancelled by payer`],
  ['ERROR', (dice) => `Collection refused by the bank: ${dice.int(2, 40)} payers skipped`],
  ['WARNING', (dice) => `Collection file delivered ${dice.int(12, 90)} min late`],
  ['WARNING', () => 'Bank holiday calendar of the coming year is missing'],
  ['NOTICE', (dice) => `Retry ${dice.int(1, 3)} of 3 for batch ${dice.int(1000, 9999)} scheduled`],
  ['NOTICE', (dice) => `Mandate import: ${dice.int(1, 9)} duplicate references ignored`],
];

/** SDD errors of a tenant in the last 24 hours; deterministic. Null for most tenants. */
export function sddErrorsOf(tenant: string, now: number) {
  if (!createDice(1, `sdd ${tenant}`).chance(0.08)) return null;
  const errors = [];
  for (let hour = Math.floor(now / HOUR_MS); hour > now / HOUR_MS - HOURS; hour -= 1) {
    const dice = createDice(hour, `sdd ${tenant}`);
    const at = (hour + dice.next()) * HOUR_MS;
    if (!dice.chance(0.05) || at > now) continue;
    const [level, says] = dice.pick(KINDS);
    errors.push({ message: says(dice), timestamp: new Date(at).toISOString(), level });
  }
  return errors.length === 0 ? null : { errors };
}

/** Keeps a report far below the request size limit. */
const TENANTS_PER_REPORT = 15;
/** Environments with more tenants report shorter logs. */
const CROWDED = 200;

interface Sender {
  /** URL of the console. */
  console: string;
  token: string;
}

/** Sends a request with the token of an environment. @throws when the response is not successful */
async function send({ console: address, token }: Sender, path: string, body?: object): Promise<unknown> {
  const response = await fetch(new URL(path, address), {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return response.json();
}

/** The tenants the environment may report about. */
export async function tenantsOf(sender: Sender): Promise<ReportTenant[]> {
  return ((await send(sender, '/api/report/tenants')) as { tenants: ReportTenant[] }).tenants;
}

/** Reports the cron of tenants whose CoursePro works on this environment, unless the console has switched it off. */
export function pushCron(
  sender: Sender,
  tenants: readonly ReportTenant[],
  now: number,
  control?: Pick<ControlFiles, 'of'>,
): Promise<void> {
  const logs = tenants.length > CROWDED ? 2 : 48;
  const runs = ({ id }: ReportTenant): boolean => {
    const file = control?.of(id, 'coursepro');
    return !file || (file.active && file.cron);
  };
  return pushAll(sender, 'cron', onPlace(tenants, 'worker').filter(runs), now, (tenant, made) =>
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

/** Reports the versions of tenants whose CoursePro is served by this environment. */
export function pushVersions(
  sender: Sender,
  tenants: readonly ReportTenant[],
  now: number,
  { versionsOf, control }: { versionsOf: VersionsOf; control: Pick<ControlFiles, 'of'> | undefined },
): Promise<void> {
  return pushAll(sender, 'versions', onPlace(tenants, 'web'), now, ({ id, tenant_name: name }) =>
    versionsOf(name, control?.of(id, 'coursepro')?.deployment_group),
  );
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

/** Pushes the state of each tenant as of its report time; skips null. */
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
    for (let from = 0; from < entries.length; from += TENANTS_PER_REPORT) {
      const some = entries.slice(from, from + TENANTS_PER_REPORT);
      const report = { report_id: randomUUID(), created: new Date(made).toISOString(), tenants: some };
      await send(sender, `/api/report/${kind}`, report);
    }
  }
}
