import { serviceName } from '@mission-control/contract/catalogue';
import type { ConfigKind } from '@mission-control/contract/config/kinds';
import type { ConfigOfTenant } from '../config/public.ts';
import { planned, type Planned } from './facets.ts';

const noService = (kind: ConfigKind): Planned => planned('refused', `It has no ${serviceName(kind.service)} service.`);

export const factsOf = ({ config, environmentIds }: ConfigOfTenant, publishes: boolean) => ({
  revision: config?.revision ?? 0,
  seen: String(config?.revision ?? 0),
  environmentIds: publishes ? environmentIds : [],
  publishes,
});

/** A plan for each of the tenants, in the order of the ids. */
export async function planEach<Found extends ConfigOfTenant>(
  kind: ConfigKind,
  ids: readonly number[],
  configs: ReadonlyMap<number, Found>,
  plan: (found: Found, id: number) => Planned | Promise<Planned>,
): Promise<Map<number, Planned>> {
  const plans = new Map<number, Planned>();
  for (const id of ids) {
    const found = configs.get(id);
    plans.set(id, found ? await plan(found, id) : noService(kind));
  }
  return plans;
}

export const committedText = (revision: number | null): string =>
  revision === null ? 'not committed' : `r${revision}`;

export const sinceText = (savedBy: string | null, revision: number): string =>
  `${savedBy ?? 'Somebody'} saved revision ${revision} since.`;
