import { foldName } from '@mission-control/contract/search/rules';
import { SERVICES } from '@mission-control/contract/services/catalogue';
import { licenceExpiry, type LicenceExpiry } from '@mission-control/contract/tenants/licence-expiry';
import { bridgeLabel, deploymentTag } from '@mission-control/contract/tenants/rules';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { sortRows, type Sort, type SortValue } from '../../ui/table-rows.ts';

/** A row with what is worked out once, when it is first asked for, and then searched and shown many times. */
export interface ListedTenant {
  readonly row: TenantRow;
  /** Its place in the answer, whatever the order is now. */
  readonly at: number;
  readonly active: boolean;
  readonly expiry: LicenceExpiry;
  /** Everything the search box looks at, folded. */
  readonly text: string;
}

/** Prepares the rows of an answer; `now` decides which licences are near their end. */
export function listedTenants(rows: readonly TenantRow[], now: Date): ListedTenant[] {
  return rows.map((row, at) => new Listed(row, at, now));
}

/** Ten of ten thousand rows are on the screen, so nothing is worked out for all of them before somebody searches or sorts. */
class Listed implements ListedTenant {
  readonly row: TenantRow;
  readonly at: number;
  readonly active: boolean;
  readonly #now: Date;
  #expiry: LicenceExpiry | undefined;
  #text: string | undefined;

  constructor(row: TenantRow, at: number, now: Date) {
    this.row = row;
    this.at = at;
    this.active = row.tenant_status === '1';
    this.#now = now;
  }

  get expiry(): LicenceExpiry {
    this.#expiry ??= licenceExpiry(this.row.licence_expires, this.#now);
    return this.#expiry;
  }

  get text(): string {
    this.#text ??= foldName(searchedTexts(this.row).join('\n'));
    return this.#text;
  }
}

function searchedTexts(row: TenantRow): string[] {
  const texts = [
    row.tenant_name,
    row.account_name,
    row.region,
    deploymentTag(row.deployment_group)?.text,
    row.coursepro_version,
    row.db_version,
    row.coursepro_db_host_label,
    row.insight_db_host_label,
    bridgeLabel(row.coursepro_bridge),
    row.cpweb_name,
    row.insight_web_name,
    row.commsportal_web_name,
  ];
  return texts.filter((text) => typeof text === 'string');
}

/** What each column sorts by; rows without a value come last. */
const SORT_VALUES: Readonly<Record<string, (tenant: ListedTenant) => SortValue>> = {
  region: ({ row }) => row.region,
  // The answer comes in the order of the names, so that its first rows are the first page.
  name: ({ at }) => at,
  account: ({ row }) => row.account_name,
  active: ({ active }) => active,
  services: ({ row }) => SERVICES.filter((service) => row[service.listFlag]).length,
  deployment: ({ row }) => deploymentTag(row.deployment_group)?.text,
  version: ({ row }) => row.coursepro_version,
  dbVersion: ({ row }) => row.db_version,
  dbHost: ({ row }) => row.coursepro_db_host_label,
  bridge: ({ row }) => bridgeLabel(row.coursepro_bridge),
  licence: ({ expiry }) => licenceOrder(expiry),
  members: ({ row }) => row.total_members,
};

/** Invalid dates first, because somebody has to look at them; then by date; never comes last. */
function licenceOrder(expiry: LicenceExpiry): number | null {
  if (expiry.state === 'never') return null;
  return expiry.state === 'invalid' ? Number.NEGATIVE_INFINITY : expiry.days;
}

/** The rows in the order of a column; an unknown column leaves them as they are. */
export function sortTenants(tenants: readonly ListedTenant[], sort: Sort): readonly ListedTenant[] {
  const valueOf = Object.hasOwn(SORT_VALUES, sort.column) ? SORT_VALUES[sort.column] : undefined;
  return valueOf ? sortRows(tenants, ranked(tenants, valueOf), sort.direction) : tenants;
}

const collator = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

/** Texts as their place in the alphabet: each text is compared once, which keeps 10,000 rows of few accounts fast. */
function ranked(tenants: readonly ListedTenant[], valueOf: (tenant: ListedTenant) => SortValue) {
  const texts = new Set(tenants.map(valueOf).filter((value) => typeof value === 'string' && value !== ''));
  const inOrder = [...texts].toSorted((a, b) => collator.compare(String(a), String(b)));
  const rank = new Map(inOrder.map((text, index) => [text, index]));
  return (tenant: ListedTenant): SortValue => {
    const value = valueOf(tenant);
    return typeof value === 'string' ? rank.get(value) : value;
  };
}
