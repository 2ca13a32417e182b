import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import { RELEASE_SERVICES, type ReleaseApp, type ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { createHash } from 'node:crypto';
import { PEOPLE } from '../configs.ts';
import { createDice, type Dice } from '../random.ts';
import { APP_TAGS } from '../repositories/history.ts';
import { RELEASE_HOSTS } from '../repositories/releases-file.ts';
import { timed, type TimedLines, DAY, HOUR, iso, MINUTE } from './run-output.ts';

type Run = InventoryHistory['runs'][number];
type Served = InventoryHistory['served'][number];

/** The released service of an app, and its target environments with the delay in days after the tag. */
const ROADS: Readonly<Record<ReleaseApp, { service: string; stops: readonly (readonly [ReleaseEnv, number])[] }>> = {
  coursepro: {
    service: 'coursepro-all',
    stops: [
      ['dev', 0],
      ['qa', 1],
      ['staging', 2],
      ['prod', 5],
    ],
  },
  bg: {
    service: 'bg-all',
    stops: [
      ['dev', 0],
      ['prod', 3],
    ],
  },
  insight: {
    service: 'insight-uk',
    stops: [
      ['staging', 1],
      ['prod', 4],
    ],
  },
  merlin: {
    service: 'merlin',
    stops: [
      ['dev', 0],
      ['prod', 2],
    ],
  },
};
/** One in this many deploys fails on the first attempt. */
const FAILING = 11;
const TEAM = PEOPLE.slice(0, 4);

/** Releases and deploys of the last weeks, and the resulting deployed versions. @param until ms since the epoch */
export function releasePasts(seed: number, until: number): { runs: Run[]; served: Served[] } {
  const runs: Run[] = [];
  const served = new Map<string, Served>();
  for (const [app, { service, stops }] of Object.entries(ROADS) as [ReleaseApp, (typeof ROADS)[ReleaseApp]][]) {
    const tags = APP_TAGS[app] ?? [];
    for (const [at, tag] of tags.entries()) {
      const dice = createDice(seed, `releases of ${app} ${tag}`);
      // Tags are a week apart; the last one is a few days old.
      const tagged = until - (tags.length - at) * 7 * DAY + dice.int(4, 9) * HOUR;
      for (const [env, days] of stops) {
        const begin = workday(tagged + days * DAY, dice);
        if (begin > until - 3 * HOUR || (env === 'prod' && tag.includes('-rc'))) continue;
        const facts = { app, service, env, version: tag };
        const by = dice.pick(TEAM);
        runs.push(release(dice, facts, begin, by));
        const start = begin + dice.int(8, 50) * MINUTE;
        const deploys = deploysOf(dice, facts, start, by);
        runs.push(...deploys);
        const since = deploys.at(-1)?.ended_at ?? iso(start);
        for (const part of partsOf(service))
          served.set(`${part} ${env}`, { service: part, env, version: tag, at: since, by });
      }
    }
  }
  return { runs, served: [...served.values()] };
}

interface Facts {
  app: ReleaseApp;
  service: string;
  env: ReleaseEnv;
  version: string;
}

const serviceOf = (value: string) => RELEASE_SERVICES.find((one) => one.value === value);
const partsOf = (value: string): readonly string[] => serviceOf(value)?.parts ?? [value];
const labelOf = (value: string): string => serviceOf(value)?.label ?? value;
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Moves a time into working hours. */
function workday(at: number, dice: Dice): number {
  return Math.floor(at / DAY) * DAY + dice.int(8 * 60, 16 * 60) * MINUTE + dice.int(0, 59) * 1000;
}

const plain = { tenant: null, error: null, aborted_by: null, outcome: 'succeeded' } as const;

function release(dice: Dice, { app, service, env, version }: Facts, from: number, by: string): Run {
  const subject = `${app} ${version}, ${labelOf(service)} for ${env}`;
  const { output, ended } = timed(from, [
    [`[1/4] Find tag ${version}`, 0.4],
    ['[2/4] Export the tree', 0.6],
    ['[3/4] Build', 1.1],
    [`Building ${service} ${version} for ${env}`, 2],
    ['  app/health.json  16 bytes', dice.int(20, 60)],
    [`  app/index.html  ${dice.int(80, 140)} bytes`, dice.int(2, 30)],
    ['Built 2 files', dice.int(1, 9)],
    ['[4/4] Store the artifact', 0.7],
    [`  sha256 ${sha(subject)}  ${dice.int(18_000, 96_000)} bytes`, 1.5],
  ]);
  const facts = { app, service, env, version };
  return {
    ...plain,
    kind: 'release',
    subject,
    facts,
    started_by: by,
    started_at: iso(from),
    ended_at: iso(ended),
    output,
  };
}

/** A failed deploy is followed by a successful one. */
function deploysOf(dice: Dice, facts: Facts, from: number, by: string): Run[] {
  const good = (at: number): Run => deploy(dice, facts, at, by, null);
  if (!dice.chance(1 / FAILING)) return [good(from)];
  const [host = ''] = RELEASE_HOSTS[facts.env] ?? [];
  const [part = ''] = partsOf(facts.service);
  const failed = deploy(dice, facts, from, by, { host, part });
  return [failed, good(Date.parse(failed.ended_at) + dice.int(6, 30) * MINUTE)];
}

function deploy(dice: Dice, facts: Facts, from: number, by: string, ill: { host: string; part: string } | null): Run {
  const { app, service, env, version } = facts;
  const parts = partsOf(service);
  const places = (RELEASE_HOSTS[env] ?? []).flatMap((host) => parts.map((part) => ({ host, part })));
  const hosts = RELEASE_HOSTS[env]?.length ?? 1;
  const name = `${version}-${service}`;
  const { output, ended } = timed(from, [
    ['[1/5] Choose the artifacts', 0.3],
    ...parts.map((part) => [`  ${part}: built for ${service} on ${env}, sha256 ${sha(name)}`, 0.1] as const),
    [`[2/5] Copy to ${hosts === 1 ? 'the server' : `${hosts} servers`}`, 0.2],
    ...places.map(({ host, part }) => [`  ${host} ${part}  DONE`, dice.int(3, 14)] as const),
    ['[3/5] Run migrations', 0.4],
    ...parts.map(
      (part) => [part.endsWith('-client') ? 'Nothing to migrate' : '1 migrations applied', dice.int(2, 9)] as const,
    ),
    [`[4/5] Switch ${places.length === 1 ? 'the server' : `${places.length} places`}`, 0.3],
    ...places.map(({ host, part }) => [`  ${host} ${part} serves ${version}`, dice.int(1, 4)] as const),
    ['[5/5] Check health', 0.5],
    ...health(places, version, ill),
  ]);
  const outcome = ill
    ? ({
        outcome: 'failed',
        error: `${ill.part} on ${ill.host} is not healthy with ${version}; it was switched back.`,
      } as const)
    : null;
  return {
    ...plain,
    kind: 'deploy',
    subject: `${app} ${version}, ${labelOf(service)} to ${env}`,
    facts: { app, service, env, version, rollback: false, parts: [...parts] },
    ...outcome,
    started_by: by,
    started_at: iso(from),
    ended_at: iso(ended),
    output,
  };
}

type Place = { host: string; part: string };

function health(places: readonly Place[], version: string, ill: Place | null): TimedLines {
  if (ill === null) return places.map(({ part }) => [`healthy: ${part} ${version}`, 1.6]);
  return [
    ['unhealthy: the queue of bookings does not move', 9],
    ['Back to the previous version', 0.2],
    ...places.map(({ host, part }) => [`  ${host} ${part} serves what it served before`, 1.4] as const),
  ];
}
