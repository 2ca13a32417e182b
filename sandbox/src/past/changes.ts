import { findConfigKind } from '@mission-control/contract/config/kinds';
import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { InventoryConfig, InventoryItem, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { findService, SERVICES } from '@mission-control/contract/catalogue';
import { PEOPLE } from '../configs.ts';
import { createDice, type Dice } from '../random.ts';
import { DAY, HOUR, iso, MINUTE } from './run-output.ts';

type Change = InventoryHistory['changes'][number];

const SPAN_DAYS = 90;

/** Changes that users made to the tenants. @param until ms since the epoch */
export function changePasts(seed: number, tenants: readonly InventoryTenant[], until: number): Change[] {
  return tenants.flatMap((tenant, at) => {
    const dice = createDice(seed, `changes of ${tenant.name}`);
    const times =
      at === 0
        ? 6
        : dice.weigh([
            [0, 5],
            [1, 4],
            [2, 2],
            [4, 1],
          ] as const);
    return [
      ...Array.from({ length: times }, () => dice.pick(DEEDS)(dice, tenant, begin(dice, until))).flat(),
      ...tenant.configs.flatMap((config) => configChanges(tenant, config, until)),
    ];
  });
}

/** A time within the last 90 days, in working hours, well before the end. */
const begin = (dice: Dice, until: number): number =>
  Math.floor(until / DAY) * DAY -
  dice.int(1, SPAN_DAYS - 1) * DAY +
  dice.int(8 * 60, 17 * 60) * MINUTE +
  dice.int(0, 59) * 1000;

type Deed = (dice: Dice, tenant: InventoryTenant, from: number) => Change[];

/** Every switch is switched back, so that the tenant matches the inventory. */
const DEEDS: readonly Deed[] = [
  (dice, tenant, from) => {
    const switched = tenant.services.filter((one) => findService(one.slug)?.hasSwitches);
    if (switched.length === 0) return [];
    const { slug, maintenance, cron } = dice.pick(switched);
    const subject = `${tenant.name} ${findService(slug)?.displayName ?? slug}`;
    const [before, after] = dice.chance(0.6)
      ? [{ maintenance }, { maintenance: !maintenance }]
      : [{ cron }, { cron: !cron }];
    const by = dice.pick(PEOPLE);
    const base = { action: 'service.switched', subject, tenant: tenant.name };
    return [
      { ...base, at: iso(from), actor: by, before, after },
      {
        ...base,
        at: iso(from + dice.int(4, 90) * MINUTE),
        actor: dice.chance(0.7) ? by : dice.pick(PEOPLE),
        before: after,
        after: before,
      },
    ];
  },
  (dice, tenant, from) => {
    if (!tenant.services.some((one) => one.slug === 'coursepro')) return [];
    const end = from + dice.pick([5, 15, 30, 60]) * MINUTE;
    const base = { subject: tenant.name, tenant: tenant.name };
    const set = { log_level: 'DEBUG', until: iso(end), restores: 'INFO' };
    return [
      {
        ...base,
        action: 'log-level.set',
        at: iso(from),
        actor: dice.pick(PEOPLE),
        before: { log_level: 'INFO', until: null },
        after: set,
      },
      {
        ...base,
        action: 'log-level.reverted',
        at: iso(end),
        actor: 'log-level',
        before: { log_level: 'DEBUG' },
        after: { log_level: 'INFO' },
      },
    ];
  },
  (dice, tenant, from) => {
    const base = { action: 'tenant.updated', subject: tenant.name, tenant: tenant.name, actor: dice.pick(PEOPLE) };
    const off = { active: !tenant.active };
    const on = { active: tenant.active };
    return [
      { ...base, at: iso(from), before: on, after: off },
      { ...base, at: iso(from + dice.int(1, 9) * HOUR), before: off, after: on },
    ];
  },
];

/** The save recorded in the inventory, and its commit unless it is pending. */
function configChanges(tenant: InventoryTenant, config: InventoryConfig, until: number): Change[] {
  const saved = Date.parse(config.saved_at);
  if (saved < until - SPAN_DAYS * DAY || saved > until - HOUR) return [];
  const subject = `${tenant.name} ${labelOf(config)}`;
  const base = { subject, tenant: tenant.name, actor: config.saved_by };
  const revision = config.unpublished.length > 0 ? 2 : 1;
  const touched = config.unpublished.map(({ key, before }) => ({
    before,
    after: config.items.find((item) => item.key === key) ?? null,
  }));
  const items = (side: 'before' | 'after') => touched.flatMap((one) => (one[side] ? [shown(one[side])] : []));
  const save: Change = {
    ...base,
    action: 'config.saved',
    at: iso(saved),
    before: { items: items('before') },
    after: { revision, items: items('after') },
  };
  if (config.committed === 'older' || config.committed === 'never') return [save];
  return [save, { ...base, action: 'config.committed', at: iso(saved + 40_000), after: { revision } }];
}

/** Name of a config in the audit log: that of the service, or of the kind if it differs. */
function labelOf({ kind }: InventoryConfig): string {
  const known = findConfigKind(kind);
  const service = SERVICES.find((one) => one.slug === known?.service)?.displayName ?? kind;
  return known?.slug === known?.service ? `${service} config` : `${known?.label ?? kind} config`;
}

const shown = ({ key, value, type, state }: InventoryItem) => ({ key, value, type, state });
