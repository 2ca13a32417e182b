import { roleIncludes, type Role } from '@mission-control/contract/call';
import { SERVICES } from '@mission-control/contract/catalogue';
import { DEFAULT_LOG_MINUTES, LOG_MINUTES } from '@mission-control/contract/control/rules';
import { namesTenant, readActions, type WantedAction } from '@mission-control/contract/search/actions';
import type { PaletteAction } from '@mission-control/contract/search/calls';
import { readTenantNames } from '../../fleet/tenant-names.ts';
import type { Ctx } from '../../platform/context.ts';
import { listCommittable } from '../config/public.ts';
import { listSwitches, type SwitchRow } from './queries.ts';
import { rankNames } from './service.ts';

const MAX_ACTIONS = 8;
const MAX_TENANTS = 4;
/** The minimum role for the calls that perform the actions. */
export const ACTING_ROLE: Role = 'operator';

/**
 * The actions that a text describes, for the tenants that it names; none if the role may not perform them.
 * @param open the tenant that is meant when the text names none
 */
export async function findActions(ctx: Ctx, text: string, open?: number): Promise<PaletteAction[]> {
  if (!ctx.actor.role || !roleIncludes(ctx.actor.role, ACTING_ROLE)) return [];
  const readings = readActions(text);
  if (readings.length === 0) return [];
  const names = await readTenantNames(ctx.db, ctx.topicVersions);
  for (const { action, tenant } of readings) {
    const ids = tenant !== '' ? idsNamed(tenant) : open === undefined ? [] : [open];
    const found = ids.length === 0 ? [] : await actionsOn(ctx, ids, action);
    if (found.length > 0) return found.slice(0, MAX_ACTIONS);
  }
  return [];

  function idsNamed(typed: string): number[] {
    const ranked = rankNames(names, typed, MAX_TENANTS);
    return ranked.filter(({ nameKey }) => namesTenant(typed, nameKey)).map(({ id }) => id);
  }
}

/** The action on each of these tenants, in their order. */
async function actionsOn(ctx: Ctx, ids: readonly number[], wanted: WantedAction): Promise<PaletteAction[]> {
  const rows = Map.groupBy(await listSwitches(ctx.db, ids), ({ id }) => id);
  const configs = wanted.kind === 'commit' ? await listCommittable(ctx.db, ids, wanted.config) : [];
  return ids.flatMap((id): PaletteAction[] => {
    const switches = rows.get(id) ?? [];
    const [first] = switches;
    if (!first) return [];
    const to = { tenant: { id, name: first.name }, production: !first.staging };
    switch (wanted.kind) {
      case 'commit':
        // Without the name of a config: all with uncommitted changes.
        return configs
          .filter(({ tenantId, waiting }) => tenantId === id && (waiting || wanted.config !== null))
          .map(({ kind, waiting }) => ({ kind: 'commit', ...to, config: kind, waiting }));
      case 'log-level': {
        const minutes = Math.min(wanted.minutes ?? DEFAULT_LOG_MINUTES, Math.max(...LOG_MINUTES));
        return [{ kind: 'log-level', ...to, level: wanted.level, minutes }];
      }
      case 'switch':
        return switchesOf(switches, wanted).map((one) => ({ ...wanted, ...to, ...one }));
    }
  });
}

type WantedSwitch = Extract<WantedAction, { kind: 'switch' }>;

/** The switches meant: the tenant's own, or those of its services. */
function switchesOf(rows: readonly SwitchRow[], { name, service, on }: WantedSwitch) {
  if (name === 'active') return rows.slice(0, 1).map(({ active }) => ({ service: null, already: active === on }));
  return SERVICES.filter(({ slug, hasSwitches }) => hasSwitches && (service === null || slug === service)).flatMap(
    ({ slug }) =>
      rows
        .filter((row) => row.service === slug)
        .map((row) => ({ service: slug as string | null, already: row[name] === on })),
  );
}
