import { urgencyOf } from '@mission-control/contract/attention/kinds';
import type { AttentionReason } from '@mission-control/contract/attention/schema';
import { searchedText } from '@mission-control/contract/tenants/view-filter';
import { SERVICES } from '@mission-control/contract/catalogue';
import { licenceExpiry, type LicenceExpiry } from '@mission-control/contract/config/licence-expiry';
import { bridgeLabel, compareNames, deploymentTag } from '@mission-control/contract/tenants/rules';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { sortRows, type Sort, type SortValue } from '../../../ui/table/table-rows.ts';

/** A row whose derived values are computed on first use and then cached. */
export interface ListedTenant {
  readonly row: TenantRow;
  /** Index in the response, whatever the current order. */
  readonly at: number;
  readonly active: boolean;
  readonly expiry: LicenceExpiry;
  /** Why it needs attention. */
  readonly attention: readonly AttentionReason[];
  /** Normalized text that the search matches. */
  readonly text: string;
}

type Attention = ReadonlyMap<number, readonly AttentionReason[]>;
const NO_REASON: readonly AttentionReason[] = [];

/** Prepares the rows of a response; `now` determines which licences expire soon. */
export function listedTenants(rows: readonly TenantRow[], now: Date, attention?: Attention): ListedTenant[] {
  return rows.map((row, at) => new Listed(row, at, now, attention?.get(row._id) ?? NO_REASON));
}

/** Ten of ten thousand rows are visible: derive values lazily, on the first search or sort. */
class Listed implements ListedTenant {
  readonly row: TenantRow;
  readonly at: number;
  readonly active: boolean;
  readonly attention: readonly AttentionReason[];
  readonly #now: Date;
  #expiry: LicenceExpiry | undefined;
  #text: string | undefined;

  constructor(row: TenantRow, at: number, now: Date, attention: readonly AttentionReason[]) {
    this.row = row;
    this.at = at;
    this.active = row.tenant_status === '1';
    this.attention = attention;
    this.#now = now;
  }

  get expiry(): LicenceExpiry {
    this.#expiry ??= licenceExpiry(this.row.licence_expires, this.#now);
    return this.#expiry;
  }

  get text(): string {
    this.#text ??= searchedText(this.row);
    return this.#text;
  }
}

/** Sort value of each column; rows without a value come last. */
const SORT_VALUES: Readonly<Record<string, (tenant: ListedTenant) => SortValue>> = {
  region: ({ row }) => row.region,
  // The response is ordered by name, so that its first rows are the first page.
  name: ({ at }) => at,
  account: ({ row }) => row.account_name,
  active: ({ active }) => active,
  services: ({ row }) => SERVICES.filter((service) => row[service.listFlag]).length,
  deployment: ({ row }) => deploymentTag(row.deployment_group)?.text,
  version: ({ row }) => row.coursepro_version,
  dbVersion: ({ row }) => row.db_version,
  dbHost: ({ row }) => row.coursepro_db_host_label,
  bridge: ({ row }) => bridgeLabel(row.coursepro_bridge),
  attention: ({ attention }) => urgencyOf(attention),
  licence: ({ expiry }) => licenceOrder(expiry),
  members: ({ row }) => row.total_members,
};

/** Invalid dates first, because they need attention; then by date; never last. */
function licenceOrder(expiry: LicenceExpiry): number | null {
  if (expiry.state === 'never') return null;
  return expiry.state === 'invalid' ? Number.NEGATIVE_INFINITY : expiry.days;
}

/** Rows sorted by a column; an unknown column keeps their order. */
export function sortTenants(tenants: readonly ListedTenant[], sort: Sort): readonly ListedTenant[] {
  const valueOf = Object.hasOwn(SORT_VALUES, sort.column) ? SORT_VALUES[sort.column] : undefined;
  return valueOf ? sortRows(tenants, ranked(tenants, valueOf), sort.direction) : tenants;
}

/** Texts as ranks: each distinct text is compared once, which keeps 10,000 rows of few accounts fast. */
function ranked(tenants: readonly ListedTenant[], valueOf: (tenant: ListedTenant) => SortValue) {
  const texts = new Set(tenants.map(valueOf).filter((value) => typeof value === 'string' && value !== ''));
  const inOrder = [...texts].toSorted((a, b) => compareNames(String(a), String(b)));
  const rank = new Map(inOrder.map((text, index) => [text, index]));
  return (tenant: ListedTenant): SortValue => {
    const value = valueOf(tenant);
    return typeof value === 'string' ? rank.get(value) : value;
  };
}
