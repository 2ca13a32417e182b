import { SERVICES, serviceName } from '../catalogue.ts';
import type { ReportState } from '../dashboard/rules.ts';
import { bridgeLabel, deploymentTag, isBehind } from './rules.ts';
import type { TenantRow } from './schema.ts';

/** Groups of tenants counted by the dashboard, by the state of their reports. */
export const REPORT_WORDS: Record<ReportState, string> = {
  meant: 'in production',
  fresh: 'up to date',
  stale: 'stale',
  never: 'never reported',
};

interface Group {
  /** Key in the address and in browser storage. */
  key: string;
  name: string;
  /** Values of a row, possibly none. */
  valuesOf: (row: TenantRow) => readonly string[];
  /** Display text, if not the stored value. */
  labelOf?: (value: string) => string;
  /** Order of the values: most rows first, newest version first, or service order. */
  order: 'count' | 'version' | 'services';
  /** Number of choices shown before "more". */
  few: number;
  /** Drawn monospaced: codes rather than words. */
  mono?: boolean;
}

/** A version that tenants run although a newer one is deployed for their group; sorts before all others. */
const BEHIND = 'behind';

const valueIn = (value: string | null) => (value ? [value] : []);

const GROUPS = [
  { key: 'region', name: 'Region', valuesOf: (row) => valueIn(row.region), order: 'count', few: 5 },
  {
    key: 'group',
    name: 'Group',
    valuesOf: (row) => valueIn(row.deployment_group),
    labelOf: (value) => deploymentTag(value)?.text ?? value,
    order: 'count',
    few: 5,
  },
  { key: 'account', name: 'Account', valuesOf: (row) => valueIn(row.account_name), order: 'count', few: 3 },
  {
    key: 'service',
    name: 'Service',
    valuesOf: (row) => SERVICES.filter((service) => row[service.listFlag]).map((service) => service.slug),
    labelOf: serviceName,
    order: 'services',
    few: SERVICES.length,
  },
  {
    key: 'version',
    name: 'Version',
    valuesOf: (row) => [
      ...valueIn(row.coursepro_version),
      ...(isBehind(row.coursepro_version, row.wanted_version) ? [BEHIND] : []),
    ],
    labelOf: (value) => (value === BEHIND ? 'Behind' : value),
    order: 'version',
    few: 4,
    mono: true,
  },
  {
    key: 'dbVersion',
    name: 'CP DB Version',
    valuesOf: (row) => valueIn(row.db_version),
    order: 'version',
    few: 4,
    mono: true,
  },
  {
    key: 'dbLabel',
    name: 'CP DB Label',
    valuesOf: (row) => valueIn(row.coursepro_db_host_label),
    order: 'count',
    few: 4,
    mono: true,
  },
  {
    key: 'bridge',
    name: 'CP Bridge',
    valuesOf: (row) => valueIn(row.coursepro_bridge),
    labelOf: bridgeLabel,
    order: 'count',
    few: 5,
  },
  { key: 'cpEnv', name: 'CP Env', valuesOf: (row) => valueIn(row.cpweb_name), order: 'count', few: 3, mono: true },
  {
    key: 'insightEnv',
    name: 'Insight Env',
    valuesOf: (row) => valueIn(row.insight_web_name),
    order: 'count',
    few: 3,
    mono: true,
  },
  {
    key: 'commsEnv',
    name: 'Comms Portal Env',
    valuesOf: (row) => valueIn(row.commsportal_web_name),
    order: 'count',
    few: 3,
    mono: true,
  },
] as const satisfies readonly Group[];

export type GroupKey = (typeof GROUPS)[number]['key'];
export type FilterGroup = Omit<Group, 'key'> & { key: GroupKey };

/** The eleven groups of the filter, in the order and with the names of the documents (C-066). */
export const FILTER_GROUPS: readonly FilterGroup[] = GROUPS;

/** Chosen values by group, in the order chosen; groups without a choice are omitted. */
export type TenantFilter = Readonly<Partial<Record<GroupKey, readonly string[]>>>;

/** Display text of a value. */
export const choiceLabel = (group: FilterGroup, value: string) => group.labelOf?.(value) ?? value;

/** Parses chosen values from untrusted input: known groups only, strings only, without duplicates. */
export function readFilter(from: Readonly<Record<string, unknown>>): TenantFilter {
  const read = FILTER_GROUPS.map(({ key }): [GroupKey, string[]] => [
    key,
    Object.hasOwn(from, key) ? textsOf(from[key]) : [],
  ]);
  return Object.fromEntries(read.filter(([, values]) => values.length > 0));
}

/** A single value may not be in a list, and a version like 4.10 may have been parsed as a number. */
function textsOf(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.map((one) => (typeof one === 'number' ? String(one) : one));
  return [...new Set(texts.filter((one) => typeof one === 'string').filter((one) => one !== ''))];
}

/** Toggles one value of a group. */
export function toggleChoice(filter: TenantFilter, key: GroupKey, value: string): TenantFilter {
  const chosen = filter[key] ?? [];
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return readFilter({ ...filter, [key]: next });
}

export const choiceCount = (filter: TenantFilter) => Object.values(filter).flat().length;
