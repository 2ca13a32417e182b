import { foldName } from '../search/rules.ts';
import { FILTER_GROUPS, readFilter, type TenantFilter } from './groups.ts';
import { bridgeLabel, deploymentTag } from './rules.ts';
import type { TenantRow } from './schema.ts';

/** Normalised text that the list search matches. */
export function searchedText(row: TenantRow): string {
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
  return foldName(texts.filter((text) => typeof text === 'string').join('\n'));
}

/** Words that must all occur, in any order. */
export const wordsOf = (search: string): string[] => foldName(search).split(/\s+/).filter(Boolean);

/** The filter of a saved view of the tenant list. */
export interface ViewFilter {
  words: readonly string[];
  filter: TenantFilter;
  inactive: boolean;
  environment: number | null;
}

/** Query parameters that restrict no tenants or are handled separately. */
const SHOWS_ONLY = new Set(['sort', 'page', 'size', 'columns', 'panel', 'dialog', 'q', 'inactive', 'environment']);
const GROUP_KEYS = new Set<string>(FILTER_GROUPS.map(({ key }) => key));

/** Parses a parameter like the router: JSON, or text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Parses the filter from the query of a tenant view. Null if it also depends on time or on facts outside of the tenant: an earlier
 * time, reports, reasons for attention, items of the fleet, deleted tenants. Nothing can subscribe to such a view.
 */
export function readViewFilter(search: string): ViewFilter | null {
  const parameters = [...new URLSearchParams(search)];
  if (parameters.some(([name]) => !SHOWS_ONLY.has(name) && !GROUP_KEYS.has(name))) return null;
  const values = Object.fromEntries(parameters.map(([name, text]) => [name, valueOf(text)]));
  const { q, environment } = values;
  return {
    words: typeof q === 'string' || typeof q === 'number' ? wordsOf(String(q)) : [],
    filter: readFilter(values),
    inactive: values['inactive'] === true,
    environment:
      typeof environment === 'number' && Number.isInteger(environment) && environment > 0 ? environment : null,
  };
}

/** True if a row passes the filter: OR within a group, AND across groups. */
export function passesView(row: TenantRow, { words, filter, inactive, environment }: ViewFilter): boolean {
  if (!inactive && row.tenant_status !== '1') return false;
  if (environment !== null && !row.environment_ids.includes(environment)) return false;
  for (const { key, valuesOf } of FILTER_GROUPS) {
    const chosen = filter[key];
    if (chosen !== undefined && !valuesOf(row).some((value) => chosen.includes(value))) return false;
  }
  if (words.length === 0) return true;
  const text = searchedText(row);
  return words.every((word) => text.includes(word));
}
