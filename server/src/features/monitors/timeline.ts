import type { TimelineChanges, TimelineFacts, TimelineRow, TimelineSource } from '../../fleet/timeline.ts';
import { listCertificateEnds, listTimelineOutages } from './queries-timeline.ts';

type MonitorEvent = Awaited<ReturnType<typeof listCertificateEnds>>[number];

const toRow = (
  { us, id, monitorId, tenantId, tenantName, exists }: MonitorEvent,
  facts: TimelineFacts,
): TimelineRow => ({
  us,
  id,
  entry: { ...facts, tenant: { id: tenantId, name: tenantName }, path: exists ? `/monitor/${monitorId}` : null },
});

const outages = (when: 'begin' | 'end', toFacts: (host: string, error: string) => TimelineFacts): TimelineSource => ({
  name: `outage-${when}`,
  kinds: ['outage'],
  async read({ db }, scope, slice) {
    const found = await listTimelineOutages(db, when, scope, slice);
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

const ofMonitor =
  (textOf: (host: string) => string) =>
  ({ subject, home }: { subject: string; home: string | null }) => ({ text: textOf(subject), path: home });

/** Monitors switched or reconfigured by people. */
export const monitorTimeline: TimelineChanges = {
  'monitor.switched-on': { kind: 'outage', describe: ofMonitor((host) => `Monitor of ${host} switched on`) },
  'monitor.checks-changed': { kind: 'outage', describe: ofMonitor((host) => `Checks of ${host} changed`) },
  'monitor.switched-off': { kind: 'outage', describe: ofMonitor((host) => `Monitor of ${host} switched off`) },
};
