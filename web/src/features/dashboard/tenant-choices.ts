import { foldName } from '@mission-control/contract/search/rules';

/** A choice of the selector; the id is null for all in production. */
export interface DashboardChoice {
  id: number | null;
  name: string;
  /** The name normalized for comparison. */
  folded: string;
}

const named = (id: number | null, name: string): DashboardChoice => ({ id, name, folded: foldName(name) });

const ALL_PRODUCTION = named(null, 'All production');

/** 'All production' first, then the tenants by name [DASH-01]. */
export function choicesOf(tenants: readonly { id: number; tenant_name: string }[]): DashboardChoice[] {
  return [ALL_PRODUCTION, ...tenants.map(({ id, tenant_name: name }) => named(id, name))];
}

/** The choice with this id; labelled by the id while names load, or for an unknown tenant. */
export function findChoice(choices: readonly DashboardChoice[], id: number | undefined): DashboardChoice {
  if (id === undefined) return ALL_PRODUCTION;
  return choices.find((choice) => choice.id === id) ?? named(id, `Tenant ${id}`);
}

/** Maximum choices shown. */
export const MAX_SHOWN = 50;

/** The choices with all these words in their name, or with this id; prefix matches first. */
export function matchingChoices(choices: readonly DashboardChoice[], text: string): DashboardChoice[] {
  const wanted = foldName(text.trim());
  const words = wanted.split(/\s+/).filter(Boolean);
  const found = choices.filter(
    ({ id, folded }) => String(id) === wanted || words.every((word) => folded.includes(word)),
  );
  if (wanted === '') return found.slice(0, MAX_SHOWN);
  const starts = found.filter(({ folded }) => folded.startsWith(wanted));
  return [...new Set([...starts, ...found])].slice(0, MAX_SHOWN);
}
