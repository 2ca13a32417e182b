/** Kinds of timeline entries, in filter order: changes by people and runs first, then problems. */
export const TIMELINE_KINDS = [
  'config',
  'commit',
  'deploy',
  'bulk',
  'switch',
  'log-level',
  'place',
  'tenant',
  'fleet',
  'maintenance',
  'drift',
  'outage',
  'cron',
  'report',
  'alert',
  'date',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Names of the kinds, for filters and entries. */
export const TIMELINE_NAMES: Readonly<Record<TimelineKind, string>> = {
  config: 'Settings',
  commit: 'Commits',
  deploy: 'Deploys',
  bulk: 'Bulk changes',
  switch: 'Switches',
  'log-level': 'Log levels',
  place: 'Domains and places',
  tenant: 'Tenants and services',
  fleet: 'Fleet',
  maintenance: 'Maintenance',
  drift: 'Drift',
  outage: 'Outages',
  cron: 'Cron',
  report: 'Reports',
  alert: 'Alerts',
  date: 'Licences and certificates',
};

/** Changes, which may be the cause of a failure. */
export const CHANGE_KINDS: readonly TimelineKind[] = TIMELINE_KINDS.slice(0, TIMELINE_KINDS.indexOf('outage'));

export const isTimelineKind = (text: string): text is TimelineKind => TIMELINE_KINDS.some((kind) => kind === text);

/** Maximum entries per page. */
export const MAX_TIMELINE_PAGE = 200;
/** Equal parts of a range that the overview counts. */
export const TIMELINE_PARTS = 60;
