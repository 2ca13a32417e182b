import type { UtopiaServerRow } from './calls.ts';

type YesNo = 'yes' | 'no';
export type FeatureKey = `has_${string}`;

/** A tenant as shown: texts and numbers, and yes or no for each feature. */
export type UtopiaRow = Readonly<Record<FeatureKey, YesNo>> &
  Readonly<
    Pick<
      UtopiaServerRow,
      'id' | 'tenant_name' | 'centres' | 'members' | 'status' | 'region_name' | 'bridge' | 'gateway' | 'created'
    > & { created_by: string }
  >;

/** How a column is filtered: by comparison, by value, or by words. */
type ColumnKind = 'number' | 'choice' | 'text';

export interface UtopiaColumn {
  key: string;
  title: string;
  kind: ColumnKind;
}

const column = (key: string, title: string, kind: ColumnKind): UtopiaColumn => ({ key, title, kind });

/** In documented order. */
const KNOWN: readonly UtopiaColumn[] = [
  column('tenant_name', 'Tenant', 'text'),
  column('id', 'ID', 'text'),
  column('centres', 'Centres', 'number'),
  column('members', 'Members', 'number'),
  column('status', 'Status', 'choice'),
  column('region_name', 'Region', 'choice'),
  column('bridge', 'Bridge', 'choice'),
  column('has_coursepro', 'CoursePro', 'choice'),
  column('has_sms', 'SMS', 'choice'),
  column('gateway', 'Gateway', 'choice'),
  column('has_sdd', 'SDD', 'choice'),
  column('has_orgs', 'Organisations', 'choice'),
  column('has_ads', 'Ads', 'choice'),
  column('has_datahub', 'Data hub', 'choice'),
  column('has_homeportal', 'HomePortal', 'choice'),
  column('has_gtm', 'GTM', 'choice'),
  column('has_vouchers', 'Vouchers', 'choice'),
  column('has_strive', 'Strive', 'choice'),
  column('has_commsportal', 'Comms Portal', 'choice'),
  column('has_insight', 'Insight', 'choice'),
  column('created', 'Created', 'text'),
  column('created_by', 'Created by', 'text'),
];

const known = new Set(KNOWN.map(({ key }) => key));

export function isFeature(key: string): key is FeatureKey {
  return key.startsWith('has_');
}

/** The documented columns, plus any other features the server returns. */
export function utopiaColumns(rows: readonly UtopiaRow[]): readonly UtopiaColumn[] {
  const others = Object.keys(rows[0] ?? {}).filter((key) => isFeature(key) && !known.has(key));
  return [...KNOWN, ...others.map((key) => column(key, titleOf(key), 'choice'))];
}

function titleOf(key: string): string {
  const words = key.slice('has_'.length).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ENVIRONMENTS = ['coursepro_env', 'homeportal_env', 'strive_env', 'commsportal_env', 'insight_env'] as const;

/** Converts a server row for display: an environment becomes yes or no, a region its continent. */
export function toUtopiaRow(row: UtopiaServerRow): UtopiaRow {
  const { coursepro_env: _c, homeportal_env: _h, strive_env: _s, commsportal_env: _m, insight_env: _i, ...rest } = row;
  const services = Object.fromEntries(
    ENVIRONMENTS.map((key): [FeatureKey, YesNo] => [`has_${key.slice(0, -'_env'.length)}`, row[key] ? 'yes' : 'no']),
  );
  return { ...rest, ...services, region_name: shownRegion(row.region_name) };
}

/** EU and US for the regions there; any other name unchanged (C-125). */
export function shownRegion(name: string): string {
  if (name.startsWith('eu')) return 'EU';
  if (name.startsWith('us')) return 'US';
  return name;
}

/** Text of a cell, '' if empty. Times are in UTC, to the minute. */
export function cellText(row: UtopiaRow, key: string): string {
  const value: unknown = Object.hasOwn(row, key) ? row[key as keyof UtopiaRow] : null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return key === 'created' ? value.slice(0, 16).replace('T', ' ') : value;
}
