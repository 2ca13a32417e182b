import { inventoryFaults } from '@mission-control/contract/inventory/rules';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts, certificates, regions } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { configKeys } from '../config/public.ts';
import { applyInventory, fingerprintOf, planInventory } from './apply.ts';
import { readFleet } from './queries-fleet.ts';
import { importInventory } from './service.ts';
import { inventoryItems } from './tables.ts';
import { smallInventory } from './testing/small-inventory.ts';

const range = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** A fleet of several regions, in which each item has a ref. */
function firstInventory(): Inventory {
  const small = smallInventory();
  const [tenant] = small.tenants.slice(1);
  const [host] = small.database_hosts;
  const [environment] = small.environments;
  if (!tenant || !host || !environment) throw new Error('The small inventory is too small.');
  return {
    regions: range(5, (at) => ({ ref: `region-${at}`, name: `eu-${at}`, description: `Europe ${at}` })),
    accounts: range(4, (at) => ({ ref: `account-${at}`, name: `Account ${at}` })),
    certificates: range(6, (at) => ({
      ref: `certificate-${at}`,
      name: `*.c${at}.example`,
      domain: `*.c${at}.example`,
    })),
    environments: range(16, (at) => ({
      ...environment,
      ref: `environment-${at}`,
      name: `web-${at}`,
      // One is in the region that is removed.
      region: at === 5 ? 'region-4' : `region-${at % 4}`,
      servers: [`web-${at}-a`, `web-${at}-b`],
    })),
    database_hosts: range(8, (at) => ({ ...host, ref: `host-${at}`, name: `db-${at}`, region: `region-${at % 4}` })),
    config_keys: range(6, (at) => ({
      kind: 'strive' as const,
      key_name: `KEY_${at}`,
      type: 'string' as const,
      description: '',
      secret: false,
      options: [],
      dependencies: [],
      depends: [],
    })),
    tenants: range(6, (at) => ({
      ...tenant,
      ref: `tenant-${at}`,
      name: `Tenant ${at}`,
      region: `region-${at % 4}`,
      account: `account-${at % 3}`,
    })),
  };
}

/** The same fleet after 40 changes: renames and swaps, moves, additions and removals of each kind. */
function secondInventory(): Inventory {
  const next = firstInventory();
  const {
    regions: areas,
    accounts: owners,
    certificates: covers,
    environments,
    database_hosts: hosts,
    config_keys: keys,
    tenants,
  } = next;
  swapNames(areas, 0, 1);
  swapNames(environments, 0, 1);
  swapNames(hosts, 0, 1);
  swapNames(tenants, 0, 1);
  for (const at of [2, 3, 4]) environments[at]!.fqdn = `moved-${at}.example.net`;
  for (const at of [5, 6]) environments[at]!.region = 'region-new';
  // Servers rotate between environments.
  [environments[7]!.servers, environments[8]!.servers, environments[9]!.servers] = [
    environments[8]!.servers,
    environments[9]!.servers,
    environments[7]!.servers,
  ];
  for (const at of [2, 3]) hosts[at]!.label = `db ${at}`;
  for (const at of [0, 1]) covers[at]!.domain = `*.d${at}.example`;
  for (const at of [0, 1]) keys[at]!.description = 'What it is for.';
  for (const at of [2, 3]) tenants[at]!.account = 'account-new';
  owners[0]!.name = 'Account zero';
  // The new region takes the name and the environment of a removed one: each of the three waits for the others.
  areas.splice(4, 1);
  areas.push({ ref: 'region-new', name: 'eu-4', description: 'Europe 4' });
  owners.splice(3, 1);
  owners.push({ ref: 'account-new', name: 'Account new' });
  covers.splice(5, 1);
  covers.push({ ref: 'certificate-new', name: '*.new.example', domain: '*.new.example' });
  environments.splice(14, 2);
  environments.push({ ...environments[0]!, ref: 'environment-new', name: 'web-14', region: 'region-new', servers: [] });
  hosts.splice(6, 2);
  hosts.push({ ...hosts[0]!, ref: 'host-new', name: 'db-new', region: 'region-new' });
  keys.splice(5, 1);
  keys.push({ ...keys[0]!, key_name: 'KEY_NEW' });
  tenants.push({ ...tenants[0]!, ref: 'tenant-new', name: 'Tenant new', account: 'account-new', region: 'region-new' });
  return next;
}

function swapNames(list: { name: string }[], one: number, other: number): void {
  [list[one]!.name, list[other]!.name] = [list[other]!.name, list[one]!.name];
}

const hash = 'b'.repeat(64);
/** Each run fills a console and applies twice. */
const LONG = { timeout: 120_000 };
const RUNS = { numRuns: 6, endOnFailure: true };

const t = setUpTestCtx();
let whole: Awaited<ReturnType<typeof state>>;
beforeAll(async () => {
  await fill();
  await applyInventory(t, secondInventory(), { hash });
  whole = await state();
}, 60_000);

async function fill(): Promise<void> {
  await t.db.execute(
    sql`truncate ${regions}, ${accounts}, ${certificates}, ${configKeys}, ${inventoryItems} restart identity cascade`,
  );
  await importInventory(t, firstInventory());
}

/** Everything in the console that an inventory can declare, by key. */
async function state() {
  const { here } = await readFleet(t.db);
  return new Map(here.map(({ kind, ref, fields, declared }) => [`${kind} ${ref}`, { fields, declared }]));
}
const stepsOf = async (inventory: Inventory) => (await planInventory(t, inventory)).steps;

describe('a second inventory with 40 changes', () => {
  it('is valid, and its plan is 40 steps long, of all kinds and actions', async () => {
    expect(inventoryFaults(secondInventory())).toEqual([]);
    await fill();
    const steps = await stepsOf(secondInventory());
    expect(steps).toHaveLength(40);
    expect(new Set(steps.map(({ action }) => action))).toEqual(new Set(['add', 'change', 'remove']));
    expect(new Set(steps.map(({ kind }) => kind)).size).toBe(7);
  });

  it(
    'is applied completely at once, including name swaps and taken names; a second apply changes nothing',
    LONG,
    async () => {
      await fill();
      const results = await applyInventory(t, secondInventory(), { hash });
      expect(results.filter(({ result }) => result === 'left')).toEqual([]);
      expect(results).toHaveLength(40);
      expect(await stepsOf(secondInventory())).toEqual([]);
      expect(await applyInventory(t, secondInventory(), { hash })).toEqual([]);
      expect(await state()).toEqual(whole);
    },
  );

  it('ends in the same state regardless of the order in the file', LONG, async () => {
    const shuffled = <T>(list: T[]) => fc.shuffledSubarray(list, { minLength: list.length });
    const {
      regions: r,
      accounts: a,
      certificates: c,
      environments: e,
      database_hosts: d,
      config_keys: k,
      tenants: n,
    } = secondInventory();
    const anyOrder = fc.record({
      regions: shuffled(r),
      accounts: shuffled(a),
      certificates: shuffled(c),
      environments: shuffled(e),
      database_hosts: shuffled(d),
      config_keys: shuffled(k),
      tenants: shuffled(n),
    });
    const property = fc.asyncProperty(anyOrder, async (inventory) => {
      await fill();
      await applyInventory(t, inventory, { hash });
      expect(await state()).toEqual(whole);
    });
    await fc.assert(property, RUNS);
  });

  it('ends in the same state if some entries are chosen first and the rest afterwards', LONG, async () => {
    let partial = 0;
    const property = fc.asyncProperty(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), async (ticks) => {
      await fill();
      const steps = await stepsOf(secondInventory());
      const chosen = steps.flatMap((step, at) =>
        ticks[at] ? [{ kind: step.kind, ref: step.ref, fingerprint: fingerprintOf(step) }] : [],
      );
      const first = await applyInventory(t, secondInventory(), { hash, chosen });
      expect(first).toHaveLength(chosen.length);
      if (first.some(({ result }) => result === 'left') && first.some(({ result }) => result !== 'left')) partial += 1;
      const rest = await applyInventory(t, secondInventory(), { hash });
      expect(rest.filter(({ result }) => result === 'left')).toEqual([]);
      expect(await state()).toEqual(whole);
    });
    await fc.assert(property, RUNS);
    expect(partial).toBeGreaterThan(0);
  });
});
