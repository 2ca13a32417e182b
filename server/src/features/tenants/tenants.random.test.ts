import { foldName } from '@mission-control/contract/search/rules';
import { selectTenants as selectCall } from '@mission-control/contract/tenants/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { markAllRowsChanged } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createFleet } from '../config/testing/config-fleet.ts';
import { createTenant } from './create-tenant.ts';
import { deleteTenant } from './delete-tenant.ts';
import { selectTenants, listDeletedTenants } from './get-tenant.ts';
import { purgeTenants } from './purge-tenants.ts';
import { restoreTenant } from './restore-tenant.ts';

const t = setUpTestCtx(createFleet);

const DAY_MS = 86_400_000;
/** Model: a tenant that was created and not purged. */
interface Expected {
  id: number;
  name: string;
  deletedAt: number | null;
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('create'), name: fc.constantFrom('Aire', 'AIRE', 'Ｗye', 'Wye') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete'), at: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('restore'), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), days: fc.integer({ min: 1, max: 31 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('purge') }) },
);
type Step = { do: string; name?: string; at?: number; days?: number };

async function readChoices(): Promise<{ id: number; tenant_name: string }[]> {
  const { json } = await selectTenants(t);
  return selectCall.response.parse(JSON.parse(json.toString())).tenants;
}

const now = (): number => t.clock.now().getTime();
const isKept = (one: Expected): boolean => one.deletedAt !== null && one.deletedAt >= now() - 30 * DAY_MS;
async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Runs a step and compares its outcome with the model. Returns the next state of the model. */
async function run(all: Expected[], { do: what, name = '', at = 0, days = 0 }: Step): Promise<Expected[]> {
  const taken = (key: string) => all.some((one) => one.deletedAt === null && foldName(one.name) === foldName(key));
  const one = all[at % Math.max(1, all.length)] ?? { id: 999_999, name: 'none', deletedAt: null };
  const exists = all.includes(one);
  if (what === 'wait') t.clock.advance(days * DAY_MS);
  if (what === 'create') {
    const expected = taken(name) ? 'bad_request' : 'ok';
    expect(await codeOf(createTenant(t, { tenant: name, region: 1, account: 1 }))).toBe(expected);
    const tenants = await readChoices();
    const id = Math.max(...tenants.map((choice) => choice.id));
    return expected === 'ok' ? [...all, { id, name, deletedAt: null }] : all;
  }
  if (what === 'delete') {
    const possible = exists && one.deletedAt === null;
    expect(await codeOf(deleteTenant(t, one.id))).toBe(possible ? 'ok' : 'not_found');
    return all.map((other) => (possible && other === one ? { ...one, deletedAt: now() } : other));
  }
  if (what === 'restore') {
    const free = taken(one.name) ? 'conflict' : 'ok';
    const expected = exists && isKept(one) ? free : 'not_found';
    expect(await codeOf(restoreTenant(t, one.id))).toBe(expected);
    return all.map((other) => (expected === 'ok' && other === one ? { ...one, deletedAt: null } : other));
  }
  if (what === 'purge') {
    const left = all.filter((other) => other.deletedAt === null || isKept(other));
    expect(await purgeTenants(t)).toBe(all.length - left.length);
    return left;
  }
  return all;
}

it('keeps names unique and every tenant in exactly one list after any sequence of steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      await t.db.execute(sql`delete from tenants`);
      await markAllRowsChanged(t.db, TOPIC.roster);
      let all: Expected[] = [];
      for (const one of steps) {
        all = await run(all, one);
        const ids = (list: Expected[]) => new Set(list.map(({ id }) => id));
        const tenants = await readChoices();
        const { tenants: deleted } = await listDeletedTenants(t);
        expect(new Set(tenants.map(({ id }) => id))).toEqual(ids(all.filter((other) => other.deletedAt === null)));
        expect(new Set(deleted.map(({ _id }) => _id))).toEqual(ids(all.filter(isKept)));
      }
    }),
    { numRuns: 40 },
  );
});
