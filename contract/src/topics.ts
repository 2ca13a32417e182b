import type { ConfigKindSlug } from './config/kinds.ts';

declare const isTopic: unique symbol;

/** Identifies changing data shown on screens: a list, or one resource. Created by {@link TOPIC} only. */
export type Topic = string & { readonly [isTopic]: true };

const topic = (name: string) => name as Topic;

/** All topics. A write records the topics it makes stale; a call declares the topics its response depends on. */
export const TOPIC = {
  /** Accounts: who may sign in, and with which role. */
  users: topic('users'),
  /** Sign-ins and their ends. */
  sessions: topic('sessions'),
  /** One account and its sessions: sent with `users` and `sessions` when only this person's access may have changed. */
  person: (id: number) => topic(`person:${id}`),
  /** API tokens. */
  tokens: topic('tokens'),
  /** Saved views, and how people use them. */
  views: topic('views'),
  /** The audit log: every recorded change makes it stale. */
  audit: topic('audit'),
  /** Whether the signed checkpoints of the audit log reach the external stores. */
  auditStores: topic('audit-stores'),
  tenants: topic('tenants'),
  /** Which tenants there are, with their names, and which have services and are in production; changes with `tenants`. */
  roster: topic('roster'),
  tenant: (id: number) => topic(`tenant:${id}`),
  /** Which switches a tenant's servers have confirmed. */
  control: (tenantId: number) => topic(`control:${tenantId}`),
  /** Which configs could be read from their servers; found differences come with `tenants`. */
  drift: topic('drift'),
  config: (tenantId: number, kind: ConfigKindSlug) => topic(`config:${tenantId}:${kind}`),
  /** Reasons for attention that no other topic covers; sent with the topics of the tenants concerned. */
  attention: topic('attention'),
  brandings: topic('brandings'),
  /** Names of accounts, regions, environments and database hosts, as shown elsewhere, and the known config keys. */
  fleet: topic('fleet'),
  environments: topic('environments'),
  databases: topic('databases'),
  monitors: topic('monitors'),
  monitor: (id: number) => topic(`monitor:${id}`),
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
  /** Alerts and the messages sent about them. */
  alerts: topic('alerts'),
  alertRules: topic('alert-rules'),
  alertChannels: topic('alert-channels'),
  /** Subscriptions to e-mails. */
  alertSubscriptions: topic('alert-subscriptions'),
  /** Maintenance windows and their state. */
  windows: topic('windows'),
  run: (id: number) => topic(`run:${id}`),
  /** Who has a page with a form open. */
  presence: (page: string) => topic(`presence:${page}`),
  /** Bulk changes of tenants. */
  bulks: topic('bulks'),
  bulk: (id: number) => topic(`bulk:${id}`),
};

/** Rows of lists that the server prepares row by row. Server only; screens are notified that the list changed. */
export const ROW_TOPIC = {
  tenant: (id: number) => topic(`tenants:${id}`),
  /** For a change whose other topics name only some tenants. */
  allTenants: topic('tenants:0'),
  monitor: (id: number) => topic(`monitors:${id}`),
};

/** True for a topic of `ROW_TOPIC`. */
export const isRowTopic = (name: Topic): boolean => /^(?:tenants|monitors):/.test(name);

/** Topics of a config: its own, and its tenant, which determines its servers. */
export const ofConfig = ({ id, service }: { id: number; service: ConfigKindSlug }): readonly Topic[] => [
  TOPIC.config(id, service),
  TOPIC.tenant(id),
];

/** Topics of a config as shown: the fleet determines the names of its servers and which values are masked. */
export const ofShownConfig = (params: Parameters<typeof ofConfig>[0]): readonly Topic[] => [
  ...ofConfig(params),
  TOPIC.fleet,
];

/** A tenant's SOAP API: the CoursePro config names its WSDL and credentials. */
export const ofSoapApi = (tenantId: number): readonly Topic[] => [TOPIC.config(tenantId, 'coursepro')];

/** A config change makes the tenant's topic stale, a template change that of the environments. @param tenants comma-separated ids */
export const ofCompared = ({ tenants }: { tenants: string }): readonly Topic[] => [
  ...tenants.split(',').map((id) => TOPIC.tenant(Number(id))),
  TOPIC.environments,
];

/** Statistics of one tenant, or of all in production. */
export const ofStatistics = ({ tenant }: { tenant?: number | undefined }): readonly Topic[] =>
  tenant === undefined ? [TOPIC.statistics, TOPIC.roster] : [TOPIC.tenantStatistics(tenant), TOPIC.tenant(tenant)];

/** Recorded changes and outages of a tenant include its topic; the other timelines depend on everything recorded. */
export const ofTimeline = ({ tenant }: { tenant?: number | undefined }): readonly Topic[] =>
  tenant === undefined
    ? [TOPIC.audit, TOPIC.monitors, TOPIC.alerts, TOPIC.windows, TOPIC.releases, TOPIC.attention]
    : [TOPIC.tenant(tenant), TOPIC.alerts, TOPIC.windows, TOPIC.releases];
