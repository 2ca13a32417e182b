import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { InventoryTenant } from '@mission-control/contract/inventory/schema';
import { PEOPLE } from '../configs.ts';
import { createDice, type Dice } from '../random.ts';
import { timed, DAY, HOUR, iso } from './run-output.ts';

type Run = InventoryHistory['runs'][number];
type Branding = InventoryHistory['brandings'][number];

const TABLES = ['centres', 'activities', 'levels', 'courses', 'staff', 'members', 'price_bands', 'email_templates'];
const TYPES = ['homeportal', 'strive', 'strive-bg'] as const;
const SEEDED = 6;
const GENERATED = 12;

/** Runs of seeds, translation uploads and branding generations. @param until ms since the epoch */
export function otherRuns(
  seed: number,
  tenants: readonly InventoryTenant[],
  brandings: readonly Branding[],
  until: number,
): Run[] {
  const dice = createDice(seed, 'other runs');
  const training = tenants.filter((one) => one.staging && one.services.length > 0).slice(0, SEEDED);
  return [
    ...training.map((tenant, at) => seedRun(dice, tenant.name, until - (at * 11 + 2) * DAY, at === 3)),
    ...TYPES.map((type, at) => translationsRun(dice, type, until - (at * 19 + 6) * DAY)),
    ...brandings.slice(0, GENERATED).map((branding) => generationRun(dice, branding)),
  ];
}

const begin = (dice: Dice, day: number): number =>
  Math.floor(day / DAY) * DAY + dice.int(8, 16) * HOUR + dice.int(0, 3599) * 1000;

const ended = { outcome: 'succeeded', error: null, aborted_by: null } as const;

function seedRun(dice: Dice, tenant: string, day: number, fails: boolean): Run {
  const from = begin(dice, day);
  const rows = TABLES.map((table) => [table, dice.int(3, 240)] as const);
  const end = timed(
    from,
    fails
      ? [
          [`Seeding ${tenant}`, 1],
          ['error: the schema of this tenant is older than the seeds', 2],
        ]
      : [
          [`Seeding ${tenant}`, 1],
          ...rows.map(([table, count]) => [`  ${table.padEnd(16)} ${count} rows  DONE`, dice.int(1, 7)] as const),
          [`${rows.reduce((sum, [, count]) => sum + count, 0)} rows in ${rows.length} tables`, 1],
        ],
  );
  return {
    ...ended,
    ...(fails && { outcome: 'failed', error: 'node exited with code 1.' }),
    kind: 'seed',
    subject: tenant,
    facts: { tenant },
    tenant,
    started_by: dice.pick(PEOPLE),
    started_at: iso(from),
    ended_at: iso(end.ended),
    output: end.output,
  };
}

function translationsRun(dice: Dice, type: string, day: number): Run {
  const from = begin(dice, day);
  const end = timed(from, [
    ['[1/2] Read the source texts', 0.3],
    [`  main is at ${dice.int(0x1000_0000, 0x7fff_ffff).toString(16)}, translations/${type} has 1 source files`, 1],
    ['[2/2] Upload to Straker', 0.2],
    [`  en.json  ${dice.int(90, 400)} bytes  job ${dice.int(10_000, 90_000)}  DONE`, dice.int(2, 8)],
  ]);
  return {
    ...ended,
    kind: 'translations',
    subject: `${type} at main`,
    facts: { type, branch: 'main' },
    tenant: null,
    started_by: dice.pick(PEOPLE),
    started_at: iso(from),
    ended_at: iso(end.ended),
    output: end.output,
  };
}

function generationRun(dice: Dice, { tenant, branch, updated_at, updated_by }: Branding): Run {
  const from = Date.parse(updated_at);
  const end = timed(from, [
    [`[1/3] Read the theme at ${branch ?? 'main'} of coursepro`, 0.4],
    [`2 style sheets at ${dice.int(0x1000_0000, 0x7fff_ffff).toString(16)}`, 0.6],
    ['[2/3] Compile themes/online-joining.scss', 0.3],
    [`${dice.int(900, 2200)} characters of CSS`, dice.int(1, 3)],
    ['[3/3] Publish', 0.4],
  ]);
  return {
    ...ended,
    kind: 'branding-generation',
    subject: `${tenant} from coursepro ${branch ?? 'main'}`,
    facts: { app: 'coursepro', branch: branch ?? 'main' },
    tenant,
    started_by: updated_by,
    started_at: iso(from),
    ended_at: iso(end.ended),
    output: end.output,
  };
}
