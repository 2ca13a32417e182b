/** What the tenant list keeps in the browser under one key (C-067). `filter`: chosen values by group. */
export interface TenantListFilter {
  filter: Record<string, string[]>;
  showInactive: boolean;
}

const KEY = 'tenantListFilter';

/** What was kept; broken or foreign content counts as nothing. */
export function readListFilter(storage: Pick<Storage, 'getItem'>): TenantListFilter {
  const kept = parseObject(storage.getItem(KEY));
  return { filter: groupsOf(kept.filter), showInactive: kept.showInactive === true };
}

/** Keeps one part and leaves the other as it is. */
export function keepListFilter(storage: Storage, part: Partial<TenantListFilter>): void {
  storage.setItem(KEY, JSON.stringify({ ...readListFilter(storage), ...part }));
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function groupsOf(value: unknown): Record<string, string[]> {
  if (typeof value !== 'object' || value === null) return {};
  const groups = Object.entries(value).map(([group, chosen]): [string, string[]] => [
    group,
    Array.isArray(chosen) ? chosen.filter((one) => typeof one === 'string') : [],
  ]);
  return Object.fromEntries(groups.filter(([, chosen]) => chosen.length > 0));
}
