import type { TimelineChanges, TimelineFacts, TimelineRow, TimelineSource } from '../../fleet/timeline.ts';
import { listCertificateEnds, listTimelineOutages, OUTAGE_TIMES } from './queries-timeline.ts';

interface OfMonitor {
  us: number;
  id: number;
  monitorId: number;
  tenantId: number;
  tenantName: string;
  isLiving: boolean;
}

const toRow = (
  { us, id, monitorId, tenantId, tenantName, isLiving }: OfMonitor,
  facts: TimelineFacts,
): TimelineRow => ({
  us,
  id,
  entry: { ...facts, tenant: { id: tenantId, name: tenantName }, path: isLiving ? `/monitor/${monitorId}` : null },
});

const outages = (
  when: keyof typeof OUTAGE_TIMES,
  toFacts: (host: string, error: string) => TimelineFacts,
): TimelineSource => ({
  name: `outage-${when}`,
  kinds: ['outage'],
  async read({ db }, scope, slice) {
    const found = await listTimelineOutages(db, OUTAGE_TIMES[when], scope, slice);
    return found.map((row) => toRow(row, toFacts(row.host, row.error)));
  },
});

const certificates: TimelineSource = {
  name: 'certificate',
  kinds: ['date'],
  async read({ db, clock }, scope, slice) {
    const found = await listCertificateEnds(db, scope, slice);
    const now = clock.now().getTime() * 1000;
    return found.map((row) =>
      toRow(row, {
        kind: 'date',
        text: `Certificate of ${row.host} ${row.us > now ? 'expires' : 'expired'}`,
        meaning: row.us > now ? 'warn' : 'bad',
      }),
    );
  },
};

/** Outages and certificate expiries on the timeline. */
export const monitorSources: readonly TimelineSource[] = [
  outages('end', (host) => ({ kind: 'outage', text: `${host} was up again`, meaning: 'good' })),
  outages('begin', (host, error) => ({ kind: 'outage', text: `${host} went down: ${error}`, meaning: 'bad' })),
  certificates,
];

const switched =
  (textOf: (host: string) => string) =>
  ({ subject, home }: { subject: string; home: string | null }) => ({ text: textOf(subject), path: home });

/** Monitors switched or reconfigured by people. */
export const monitorTimeline: TimelineChanges = {
  'monitor.switched-on': { kind: 'outage', describe: switched((host) => `Monitor of ${host} switched on`) },
  'monitor.checks-changed': { kind: 'outage', describe: switched((host) => `Checks of ${host} changed`) },
  'monitor.switched-off': { kind: 'outage', describe: switched((host) => `Monitor of ${host} switched off`) },
};
