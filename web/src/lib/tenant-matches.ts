import { foldName } from '@mission-control/contract/search/rules';

/** A tenant as it is chosen. */
export interface TenantName {
  id: number;
  name: string;
}

/** A tenant with its name as it is compared. */
export interface TenantChoice extends TenantName {
  folded: string;
}

/** Prepares the choices once, so that each key only compares. */
export function choicesOf(tenants: readonly { id: number; tenant_name: string }[]): TenantChoice[] {
  return tenants.map(({ id, tenant_name }) => ({ id, name: tenant_name, folded: foldName(tenant_name) }));
}

/** Tenants shown at once. */
export const MOST_SHOWN = 50;

/** Tenants with the text in their name or as their id: those that start with it first. */
export function tenantMatches(choices: readonly TenantChoice[], text: string): TenantChoice[] {
  const wanted = foldName(text.trim());
  if (wanted === '') return choices.slice(0, MOST_SHOWN);
  const starts: TenantChoice[] = [];
  const others: TenantChoice[] = [];
  for (const choice of choices) {
    if (choice.folded.startsWith(wanted) || String(choice.id) === wanted) starts.push(choice);
    else if (others.length < MOST_SHOWN && choice.folded.includes(wanted)) others.push(choice);
    if (starts.length === MOST_SHOWN) break;
  }
  return [...starts, ...others].slice(0, MOST_SHOWN);
}
