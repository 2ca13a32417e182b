import type { ConfigKindSlug } from './config/kinds.ts';

declare const isTopic: unique symbol;

/** Names changing data shown on screens: a list, or one resource. Created by {@link TOPIC} only. */
export type Topic = string & { readonly [isTopic]: true };

const topic = (name: string) => name as Topic;

/** All topics. A write records the topics it makes stale; a call declares the topics its response depends on. */
export const TOPIC = {
  /** Accounts: who may sign in, and as what. */
  users: topic('users'),
  /** Sign-ins and their ends. */
  sessions: topic('sessions'),
  /** API tokens. */
  tokens: topic('tokens'),
  /** Saved views, and how people use them. */
  views: topic('views'),
  /** The audit log: every recorded change makes it stale. */
  audit: topic('audit'),
  tenants: topic('tenants'),
  tenant: (id: number) => topic(`tenant:${id}`),
  /** One row of the list of tenants. Only the server reads it: screens are told that the list changed. */
  tenantRow: (id: number) => topic(`tenants:${id}`),
  /** All rows of that list: for a change that names some tenants for another reason. */
  allTenantRows: topic('tenants:0'),
  /** What a tenant's servers have confirmed of its switches. */
  control: (tenantId: number) => topic(`control:${tenantId}`),
  config: (tenantId: number, kind: ConfigKindSlug) => topic(`config:${tenantId}:${kind}`),
  /** Reasons why tenants need attention that no other topic announces, with the tenants that it concerns. */
  attention: topic('attention'),
  brandings: topic('brandings'),
  environments: topic('environments'),
  databases: topic('databases'),
  monitors: topic('monitors'),
  monitor: (id: number) => topic(`monitor:${id}`),
  /** One row of the list of monitors, like `tenantRow`. */
  monitorRow: (id: number) => topic(`monitors:${id}`),
  /** Which accounts have a public status page. */
  statusPages: topic('status-pages'),
  /** The set of monitors and their check settings. */
  monitorSetup: topic('monitor-setup'),
  cron: topic('cron'),
  tenantCron: (id: number) => topic(`cron:${id}`),
  /** Member statistics of all tenants. */
  statistics: topic('dashboard'),
  tenantStatistics: (id: number) => topic(`dashboard:${id}`),
  sddErrors: topic('sdd-errors'),
  competency: topic('competency'),
  licences: topic('licences'),
  members: topic('members'),
  releases: topic('releases'),
  runs: topic('runs'),
  /** Alerts and what was sent about them. */
  alerts: topic('alerts'),
  alertRules: topic('alert-rules'),
  alertChannels: topic('alert-channels'),
  /** What people want to be told by e-mail. */
  alertSubscriptions: topic('alert-subscriptions'),
  /** Maintenance windows and when they are on. */
  windows: topic('windows'),
  run: (id: number) => topic(`run:${id}`),
  /** Who has a page with a form open. */
  presence: (page: string) => topic(`presence:${page}`),
  /** Bulk changes of tenants. */
  bulks: topic('bulks'),
  bulk: (id: number) => topic(`bulk:${id}`),
};

/** Names a row of a list for the server, which prepares the list row by row. */
export const isRowTopic = (name: Topic): boolean => /^(?:tenants|monitors):/.test(name);

/** A config is shown with its tenant, which names the servers that it goes to. */
export const ofConfig = ({ id, service }: { id: number; service: ConfigKindSlug }): readonly Topic[] => [
  TOPIC.config(id, service),
  TOPIC.tenant(id),
];

/** Every change of a config names its tenant; one of a default template, the environments. @param tenants ids with commas between them */
export const ofCompared = ({ tenants }: { tenants: string }): readonly Topic[] => [
  ...tenants.split(',').map((id) => TOPIC.tenant(Number(id))),
  TOPIC.environments,
];

/** Statistics of one tenant, or of all in production. */
export const ofStatistics = ({ tenant }: { tenant?: number | undefined }): readonly Topic[] =>
  tenant === undefined ? [TOPIC.statistics, TOPIC.tenants] : [TOPIC.tenantStatistics(tenant), TOPIC.tenant(tenant)];

/** Every recorded change of a tenant names it, and so do its outages; other timelines follow everything that is recorded. */
export const ofTimeline = ({ tenant }: { tenant?: number | undefined }): readonly Topic[] =>
  tenant === undefined
    ? [TOPIC.audit, TOPIC.monitors, TOPIC.alerts, TOPIC.windows, TOPIC.releases, TOPIC.attention]
    : [TOPIC.tenant(tenant), TOPIC.alerts, TOPIC.windows, TOPIC.releases];
