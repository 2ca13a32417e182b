import { PAST_STRETCHES, type InventoryHistory } from '@mission-control/contract/inventory/history';
import type { InventoryTenant } from '@mission-control/contract/inventory/schema';
import { createDice, type Dice } from '../random.ts';
import { moodOf } from '../sites/answer-site.ts';
import { DAY, HOUR, iso, MINUTE } from './run-output.ts';

type Monitor = InventoryHistory['monitors'][number];
interface Outage {
  from: number;
  /** Null: ongoing. */
  to: number | null;
  error: string;
}

const DOWN = '503 Service Unavailable, expected 200';
const ERRORS = [
  [DOWN, 5],
  ['502 Bad Gateway, expected 200', 3],
  ['Connection timed out after 10 s', 3],
  ['500 Internal Server Error, expected 200', 1],
] as const;
/** Number of individual outages of a site in 90 days. */
const COUNTS = [
  [0, 62],
  [1, 22],
  [2, 11],
  [4, 5],
] as const;
const SPAN_DAYS = 90;

/** Monitoring history of the sites. @param until ms since the epoch */
export function monitorPasts(seed: number, tenants: readonly InventoryTenant[], until: number): Monitor[] {
  const common = commonOutages(seed, tenants, until);
  return tenants.flatMap((tenant) =>
    tenant.services.flatMap((service) =>
      service.domains.map(({ host }) => {
        const dice = createDice(seed, `past of ${host}`);
        const place = common.get(service.web_environment ?? '') ?? [];
        const outages = separated([...ownOutages(dice, until), ...place], until);
        if (moodOf(host) !== 'well') endWithOutage(dice, outages, until);
        const response = responses(dice, seed, host);
        return {
          host,
          six_hours: stretch(response, until, 6 * HOUR, PAST_STRETCHES.six_hours),
          hours: stretch(response, until, HOUR, PAST_STRETCHES.hours),
          ten_minutes: stretch(response, until, 10 * MINUTE, PAST_STRETCHES.ten_minutes),
          outages: outages.map(({ from, to, error }) => ({
            started_at: iso(from),
            ended_at: to === null ? null : iso(to),
            error,
          })),
        };
      }),
    ),
  );
}

/** Outages of all sites of an environment. */
function commonOutages(seed: number, tenants: readonly InventoryTenant[], until: number): Map<string, Outage[]> {
  const places = tenants.flatMap((one) => one.services.map((service) => service.web_environment ?? ''));
  return new Map(
    [...new Set(places)].map((place) => {
      const dice = createDice(seed, `outages of ${place}`);
      const count = dice.weigh([
        [0, 6],
        [1, 3],
        [2, 1],
      ] as const);
      return [place, Array.from({ length: count }, () => outage(dice, until, dice.int(3, 28)))];
    }),
  );
}

function ownOutages(dice: Dice, until: number): Outage[] {
  return Array.from({ length: dice.weigh(COUNTS) }, () =>
    outage(dice, until, dice.chance(0.1) ? dice.int(90, 600) : dice.int(3, 50)),
  );
}

function outage(dice: Dice, until: number, minutes: number): Outage {
  const from = whole(until - dice.int(1 * 24 * 60, SPAN_DAYS * 24 * 60 - 1) * MINUTE);
  return { from, to: from + minutes * MINUTE, error: dice.weigh(ERRORS) };
}

const whole = (at: number): number => Math.floor(at / MINUTE) * MINUTE;

/** Sorts outages and drops overlapping and unfinished ones. */
function separated(outages: Outage[], until: number): Outage[] {
  const kept: Outage[] = [];
  for (const one of outages.toSorted((a, b) => a.from - b.from)) {
    if (one.from > (kept.at(-1)?.to ?? 0) && (one.to ?? until) < until - DAY / 2) kept.push(one);
  }
  return kept;
}

/** Adds the start of an ongoing outage to a site that is down. */
function endWithOutage(dice: Dice, outages: Outage[], until: number): void {
  outages.push({ from: whole(until - dice.int(40, 11 * 60) * MINUTE), to: null, error: DOWN });
}

type Response = (at: number) => number;

/** Response times: slower by day than by night, with noise and an occasional slow evening. */
function responses(dice: Dice, seed: number, host: string): Response {
  // As fast as the fake sites, so that the charts continue smoothly.
  const base = dice.int(6, 24);
  const peak = dice.int(14, 20);
  const slow = Array.from({ length: dice.int(0, 3) }, () => ({ day: dice.int(0, SPAN_DAYS), ms: dice.int(150, 700) }));
  const noise = createDice(seed, `noise of ${host}`);
  const restless = Array.from({ length: 97 }, () => noise.next() - 0.5);
  return (at) => {
    const hour = (at / HOUR) % 24;
    const day = Math.floor(at / DAY) % (SPAN_DAYS + 1);
    const evening = slow.find((one) => one.day === day)?.ms ?? 0;
    const tide = 1 + 0.22 * Math.cos(((hour - peak) / 12) * Math.PI);
    const bump = evening * Math.max(0, 1 - Math.abs(hour - peak) / 2);
    const ripple = (restless[Math.floor(at / (10 * MINUTE)) % restless.length] ?? 0) * base * 0.18;
    return Math.round(base * tide + bump + ripple);
  };
}

function stretch(response: Response, until: number, length: number, count: number): number[] {
  const first = Math.floor(until / length) * length - count * length;
  return Array.from({ length: count }, (_, at) => response(first + at * length + length / 2));
}
