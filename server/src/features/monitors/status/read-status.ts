import { serviceName } from '@mission-control/contract/catalogue';
import { shownState } from '@mission-control/contract/monitors/rules';
import type { TimeRange } from '@mission-control/contract/windows/rules';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import { isWithin, listOccurrences, windowRangesOf } from '../../windows/public.ts';
import { uptimeOf } from '../charts/buckets.ts';
import { stateFacts } from '../monitor-row.ts';
import { windowSubjectOf, type Placed } from '../queries.ts';
import { listDays, listOutagesSince, listSites } from './queries-status.ts';

/** Worst first: a service has the state of its worst site. */
export const STATES = ['down', 'slow', 'maintenance', 'unknown', 'up'] as const;
type ServiceState = (typeof STATES)[number];

/** A service of a tenant as the public sees it: without hosts. */
export interface PublicService {
  tenant: string;
  service: string;
  state: ServiceState;
  /** In percent, over the shown days; null: not checked. */
  uptime: number | null;
  /** Percent by day, oldest first. */
  days: (number | null)[];
}

/** Time during which at least one site of a service was down. */
export interface Incident {
  tenant: string;
  service: string;
  from: Date;
  /** Null: ongoing. */
  to: Date | null;
}

export interface PublicStatus {
  services: PublicService[];
  /** Newest first. */
  incidents: Incident[];
}

export const SHOWN_DAYS = 90;
export const INCIDENT_DAYS = 14;
const MAX_INCIDENTS = 50;

/** The content of an account's status page. */
export async function readStatus({ db, clock }: Ctx, accountId: number): Promise<PublicStatus> {
  const now = clock.now().getTime();
  const first = Math.floor(now / DAY_MS) - SHOWN_DAYS + 1;
  const sites = Map.groupBy(await listSites(db, accountId), ({ monitor }) => keyOf(monitor));
  const days = Map.groupBy(await listDays(db, accountId, first), keyOf);
  const names = new Map([...sites].map(([key, [site]]) => [key, site?.tenant ?? '']));
  const outages = await listOutagesSince(db, accountId, new Date(now - INCIDENT_DAYS * DAY_MS));
  // The clock of the prober may be ahead.
  const bounds = { from: Math.min(now, outages[0]?.startedAt.getTime() ?? now), to: now + 1 };
  const windows = await listOccurrences(db, new Date(bounds.from), new Date(bounds.to));
  const ranges = new Map<string, TimeRange[]>();
  const windowRanges = (placed: Placed): TimeRange[] => {
    const key = keyOf(placed);
    const found = ranges.get(key) ?? windowRangesOf(windows, windowSubjectOf(placed), bounds);
    ranges.set(key, found);
    return found;
  };
  const outside = outages.flatMap((outage) => outsideOf(outage, windowRanges(outage), now));
  const incidents = [...Map.groupBy(outside, keyOf)].flatMap(([key, ofService]) =>
    joinOutages(ofService.toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime())).map(
      (span) => ({ tenant: names.get(key) ?? '', service: serviceName(ofService[0]?.service ?? ''), ...span }),
    ),
  );
  return {
    services: [...sites].map(([key, ofService]) => {
      const checked = days.get(key) ?? [];
      const byDay = Map.groupBy(checked, ({ day }) => day);
      return {
        tenant: names.get(key) ?? '',
        service: serviceName(ofService[0]?.monitor.service ?? ''),
        state: worst(
          ofService.map(({ monitor, webEnvironmentId }) =>
            isWithin(windowRanges({ ...monitor, webEnvironmentId }), now) ? 'maintenance' : stateOf(monitor),
          ),
        ),
        uptime: uptimeOf(checked),
        days: Array.from({ length: SHOWN_DAYS }, (_, index) => uptimeOf(byDay.get(first + index) ?? [])),
      };
    }),
    incidents: incidents.toSorted((one, other) => other.from.getTime() - one.from.getTime()).slice(0, MAX_INCIDENTS),
  };
}

const keyOf = ({ tenantId, service }: { tenantId: number; service: string }): string => `${tenantId} ${service}`;
const worst = (states: readonly ServiceState[]): ServiceState =>
  STATES.find((one) => states.includes(one)) ?? 'unknown';

function stateOf(monitor: Parameters<typeof stateFacts>[0]): ServiceState {
  if (monitor.closed !== null) return 'maintenance';
  const { state } = shownState(stateFacts(monitor));
  // A warning may be about a certificate that ends in days, which does not affect visitors.
  if (state === 'warning') return monitor.lastError?.startsWith('Slower') ? 'slow' : 'up';
  return state === 'down' || state === 'up' ? state : 'unknown';
}

interface Outage {
  startedAt: Date;
  endedAt: Date | null;
}

/** An outage that began in a maintenance window counts from the end of the window. */
function outsideOf<One extends Outage>(outage: One, windows: readonly TimeRange[], now: number): One[] {
  const window = windows.find((one) => isWithin([one], outage.startedAt.getTime()));
  if (!window) return [outage];
  const ended = outage.endedAt?.getTime() ?? now;
  return ended <= window.to ? [] : [{ ...outage, startedAt: new Date(window.to) }];
}

type Span = Pick<Incident, 'from' | 'to'>;

/** Merges overlapping outages. @param outages by start */
export function joinOutages(outages: readonly Outage[]): Span[] {
  const joined: Span[] = [];
  for (const { startedAt: from, endedAt: to } of outages) {
    const last = joined.at(-1);
    if (!last || (last.to !== null && last.to < from)) joined.push({ from, to });
    else if (last.to !== null) last.to = to !== null && to < last.to ? last.to : to;
  }
  return joined;
}
