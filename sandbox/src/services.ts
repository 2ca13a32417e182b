import type { InventoryService } from '@mission-control/contract/inventory/schema';
import { findService, SERVICES, type ServiceSlug } from '@mission-control/contract/catalogue';
import { environmentsFor, type RegionFleet, type Stage } from './platform.ts';
import type { Dice } from './random.ts';

/** Percentage of tenants with a service; services not listed are unused. */
const SHARE: Partial<Record<ServiceSlug, number>> = {
  coursepro: 95,
  homeportal: 26,
  homeportal2: 74,
  coachportal: 38,
  organisationportal: 27,
  schemeportal: 15,
  parentportal: 33,
  strive: 69,
  insight: 44,
  commsportal: 34,
};

/** Versions with their database version, weighted by use. */
type CourseproVersion = readonly [{ version: string; database: string }, number];

/** Versions that CoursePro tenants run, with weights; the most frequent one comes first. */
export const VERSIONS: readonly [CourseproVersion, ...CourseproVersion[]] = [
  [{ version: '4.18.1', database: '3.214' }, 50],
  [{ version: '4.18.0', database: '3.213' }, 18],
  [{ version: '4.17.6', database: '3.209' }, 8],
  [{ version: '4.18.2', database: '3.215' }, 8],
  [{ version: '4.17.5', database: '3.208' }, 4],
  [{ version: '4.17.2', database: '3.206' }, 4],
  [{ version: '4.16.9', database: '3.201' }, 3],
  [{ version: '4.19.0-rc2', database: '3.216' }, 3],
  [{ version: '4.16.4', database: '3.200' }, 2],
];

const BRIDGES = [
  ['standalone', 35],
  ['gladstone', 30],
  ['xnrest', 17],
  ['legend', 11],
  ['openplay', 7],
] as const;

/** Stage of a misplaced service. */
const OTHER_STAGE: Record<Stage, Stage> = { prod: 'staging', staging: 'prod', dev: 'prod', qa: 'prod' };

/** Inputs for building a tenant's services. */
export interface Site {
  slug: string;
  fleet: RegionFleet;
  stage: Stage;
  /** The service is misplaced on environments of another stage. */
  stray: boolean;
}

export const drawServices = (dice: Dice): ServiceSlug[] =>
  SERVICES.map((one) => one.slug).filter((slug) => dice.chance((SHARE[slug] ?? 0) / 100));

/** Builds a tenant's service on environments of its region. */
export function buildService(
  dice: Dice,
  slug: ServiceSlug,
  site: Site,
  others: readonly ServiceSlug[],
): InventoryService {
  const row = findService(slug);
  if (!row) throw new Error(`The catalogue has no ${slug}.`);
  const stage = site.stray && slug === strayOf(others) ? OTHER_STAGE[site.stage] : site.stage;
  const place = (type: number | null, word?: string): string | null => {
    const names = type === null ? [] : environmentsFor(site.fleet, type, stage, word);
    return names.length > 0 ? dice.pick(names) : null;
  };
  const versions = dice.weigh(VERSIONS);
  const [first = ''] = row.urlSuffixes;
  // Both home portals suggest the same suffix; the older one uses another label.
  const label = slug === 'homeportal' && others.includes('homeportal2') ? `${site.slug}-classic` : site.slug;
  const host = `${label}${slug === 'coursepro' && dice.chance(0.15) ? (row.urlSuffixes[1] ?? first) : first}`;
  return {
    slug,
    cron: row.hasSwitches ? dice.chance(0.94) : true,
    maintenance: row.hasSwitches && dice.chance(0.03),
    web_environment: place(row.environmentTypes.web, { insight: 'ins', commsportal: 'com' }[slug as string]),
    worker_environment: dice.chance(0.93) ? place(row.environmentTypes.worker) : null,
    sns_environment: dice.chance(0.5) ? place(row.environmentTypes.sns) : null,
    certificate: row.hasCertificate ? `*${host.slice(label.length)}` : null,
    database_host: row.hasDatabase ? databaseHost(dice, slug, site, stage) : null,
    bridge: row.hasBridge ? dice.weigh(BRIDGES) : null,
    version: slug === 'coursepro' ? versions.version : null,
    db_version: slug === 'coursepro' ? versions.database : null,
    domains: domainsOf(dice, slug, host, site.slug),
  };
}

const strayOf = (slugs: readonly ServiceSlug[]): ServiceSlug | undefined =>
  slugs.findLast((slug) => SERVICES.some((one) => one.slug === slug && one.hasSwitches));

function databaseHost(dice: Dice, slug: ServiceSlug, site: Site, stage: Stage): string {
  const { code } = site.fleet;
  if (slug === 'insight') return `${code}-db-ins-01`;
  if (stage !== 'prod') return `${code}-db-staging`;
  return `${code}-db-0${dice.int(1, { eu: 4, us: 2, ap: 1 }[code])}`;
}

function domainsOf(dice: Dice, slug: ServiceSlug, host: string, tenant: string): InventoryService['domains'] {
  const domains = [{ host, is_primary: true, has_whitelist: dice.chance(0.08) }];
  const prefix = { coursepro: 'bookings', homeportal2: 'join' }[slug as string];
  if (prefix !== undefined && dice.chance(0.2))
    domains.push({ host: `${prefix}.${tenant}.example`, is_primary: false, has_whitelist: dice.chance(0.3) });
  return domains;
}
