import { foldName } from '@mission-control/contract/search/rules';

export interface TenantName {
  id: number;
  name: string;
}

/** A tenant with its normalized name. */
export interface TenantChoice extends TenantName {
  folded: string;
}

/** Normalizes the names once, so that each keystroke only compares. */
export function choicesOf(tenants: readonly { id: number; tenant_name: string }[]): TenantChoice[] {
  return tenants.map(({ id, tenant_name }) => ({ id, name: tenant_name, folded: foldName(tenant_name) }));
}

/** Maximum tenants shown. */
export const MAX_SHOWN = 50;

/** Tenants whose name contains the text or whose id it is; prefix matches first. */
export function tenantMatches(choices: readonly TenantChoice[], text: string): TenantChoice[] {
  const wanted = foldName(text.trim());
  if (wanted === '') return choices.slice(0, MAX_SHOWN);
  const starts: TenantChoice[] = [];
  const others: TenantChoice[] = [];
  for (const choice of choices) {
    if (choice.folded.startsWith(wanted) || String(choice.id) === wanted) starts.push(choice);
    else if (others.length < MAX_SHOWN && choice.folded.includes(wanted)) others.push(choice);
    if (starts.length === MAX_SHOWN) break;
  }
  return [...starts, ...others].slice(0, MAX_SHOWN);
}
