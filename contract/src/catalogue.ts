import type { FileFormat } from '@mission-control/published-files/names';

/** File format of a service's published config. */
export type ConfigFormat = FileFormat;

/** One of the ten services. Pages, cards, checks and routes are derived from its row. */
export interface Service {
  /** In URLs, API paths and the database. */
  slug: string;
  /** On cards, in filters, toasts and dialogs (C-015). */
  displayName: string;
  /** On the config editor and the shared service pages (C-015). */
  configLabel: string;
  /** Letter block, at most two characters. */
  letter: string;
  /** Key of the flag in a tenant list row (C-014). */
  listFlag: string;
  /** Key of the sub-object in the tenant detail and in PATCH. */
  detailKey: string;
  /** Key of the URL in the tenant detail (C-016). */
  urlKey: string;
  /** Suggested suffixes for a new domain (C-086). */
  urlSuffixes: readonly string[];
  /** Environment type numbers offered in selects; null = the service has no such environment. */
  environmentTypes: { web: number; worker: number | null; sns: number | null };
  /** Index in config_hashes and current_hashes, and the rendered format; null = no config. */
  config: { hashIndex: 1 | 2 | 3 | 5; format: ConfigFormat } | null;
  hasDatabase: boolean;
  hasBridge: boolean;
  /** Whether its card has cron and maintenance switches. */
  hasSwitches: boolean;
  hasCertificate: boolean;
}

/** A service overrides what it has. */
const DEFAULTS = {
  config: null,
  hasDatabase: false,
  hasBridge: false,
  hasSwitches: false,
  hasCertificate: false,
} as const;

/** The only list of services, in the fixed order of the strip of ten. */
export const SERVICES = [
  {
    slug: 'coursepro',
    displayName: 'CoursePro',
    configLabel: 'CoursePro',
    letter: 'C',
    listFlag: 'coursepro_tenant',
    detailKey: 'coursepro_tenant',
    urlKey: 'coursepro_url',
    urlSuffixes: ['.coursepro.co.uk', '.courseprogress.co.uk'],
    environmentTypes: { web: 1, worker: 2, sns: 5 },
    config: { hashIndex: 1, format: 'php' },
    hasDatabase: true,
    hasBridge: true,
    hasSwitches: true,
    hasCertificate: true,
  },
  {
    slug: 'homeportal',
    displayName: 'HomePortal',
    configLabel: 'HomePortal',
    letter: 'H',
    listFlag: 'homeportal_tenant',
    detailKey: 'homeportal_tenant',
    urlKey: 'homeportal_url',
    urlSuffixes: ['.courseprohome.co.uk'],
    environmentTypes: { web: 3, worker: 2, sns: 5 },
    ...DEFAULTS,
    config: { hashIndex: 2, format: 'php' },
    hasCertificate: true,
  },
  {
    slug: 'homeportal2',
    displayName: 'HomePortal2',
    configLabel: 'HomePortal2',
    letter: 'H2',
    listFlag: 'homeportal2_tenant',
    detailKey: 'homeportal2_tenant',
    urlKey: 'hp2_url',
    urlSuffixes: ['.courseprohome.co.uk'],
    environmentTypes: { web: 4, worker: 2, sns: 5 },
    ...DEFAULTS,
    config: { hashIndex: 3, format: 'json' },
    hasCertificate: true,
  },
  {
    slug: 'coachportal',
    displayName: 'Coach Portal',
    configLabel: 'CoachPortal',
    letter: 'Co',
    listFlag: 'coachportal_tenant',
    detailKey: 'coachportal_tenant',
    urlKey: 'coachportal_url',
    urlSuffixes: ['.coachportal.co.uk'],
    environmentTypes: { web: 7, worker: null, sns: null },
    ...DEFAULTS,
  },
  {
    slug: 'organisationportal',
    displayName: 'Organisation Portal',
    configLabel: 'OrganisationPortal',
    letter: 'O',
    listFlag: 'organisation_tenant',
    detailKey: 'organisationportal_tenant',
    urlKey: 'organisationportal_url',
    urlSuffixes: ['.organisationportal.co.uk'],
    environmentTypes: { web: 11, worker: null, sns: null },
    ...DEFAULTS,
  },
  {
    slug: 'schemeportal',
    displayName: 'Scheme Portal',
    configLabel: 'SchemePortal',
    letter: 'Sc',
    listFlag: 'schemeportal_tenant',
    detailKey: 'schemeportal_tenant',
    urlKey: 'schemeportal_url',
    urlSuffixes: ['.schemeportal.co.uk'],
    environmentTypes: { web: 6, worker: null, sns: null },
    ...DEFAULTS,
  },
  {
    slug: 'parentportal',
    displayName: 'Parent Portal',
    configLabel: 'ParentPortal',
    letter: 'P',
    listFlag: 'parentportal_tenant',
    detailKey: 'parentportal_tenant',
    urlKey: 'parentportal_url',
    urlSuffixes: ['.sandbox.parentportal.co.uk'],
    environmentTypes: { web: 12, worker: null, sns: null },
    ...DEFAULTS,
  },
  {
    slug: 'strive',
    displayName: 'Strive',
    configLabel: 'Strive',
    letter: 'S',
    listFlag: 'strive_tenant',
    detailKey: 'strive_tenant',
    urlKey: 'strive_url',
    urlSuffixes: ['.api.strive.co.uk'],
    environmentTypes: { web: 8, worker: null, sns: null },
    ...DEFAULTS,
    config: { hashIndex: 5, format: 'dotenv' },
    hasSwitches: true,
  },
  {
    slug: 'insight',
    displayName: 'Insight',
    configLabel: 'Insight',
    letter: 'I',
    listFlag: 'insight_tenant',
    detailKey: 'insight_tenant',
    urlKey: 'insight_url',
    urlSuffixes: ['.insight.co.uk'],
    environmentTypes: { web: 9, worker: 10, sns: null },
    ...DEFAULTS,
    config: { hashIndex: 5, format: 'dotenv' },
    hasDatabase: true,
    hasSwitches: true,
  },
  {
    slug: 'commsportal',
    displayName: 'Comms Portal',
    configLabel: 'Commsportal',
    letter: 'Cm',
    listFlag: 'commsportal_tenant',
    detailKey: 'commsportal_tenant',
    urlKey: 'commsportal_url',
    urlSuffixes: ['.commsportal.co.uk'],
    environmentTypes: { web: 9, worker: 10, sns: null },
    ...DEFAULTS,
    config: { hashIndex: 5, format: 'dotenv' },
    hasSwitches: true,
  },
] as const satisfies readonly Service[];

export type ServiceSlug = (typeof SERVICES)[number]['slug'];

const bySlug: ReadonlyMap<string, Service> = new Map(SERVICES.map((service) => [service.slug, service]));

/** Finds a service by slug; undefined for anything else, including hostile names such as `__proto__`. */
export function findService(slug: string): Service | undefined {
  return bySlug.get(slug);
}

/** Name of a service on the screens. */
export const serviceName = (slug: string): string => findService(slug)?.displayName ?? slug;
