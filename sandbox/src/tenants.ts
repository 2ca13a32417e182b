import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import type { InventoryConfig, InventoryTenant, InventoryService } from '@mission-control/contract/inventory/schema';
import { buildConfig, knownItem, withHistory, type ConfigFacts } from './configs.ts';
import { daysBefore, createDice, type Dice } from './random.ts';
import { licenceExpires, licenceStateOf } from './licences.ts';
import { slugOf, type RegionCode, type TenantNames } from './names.ts';
import type { RegionFleet, Stage } from './platform.ts';
import { buildService, drawServices } from './services.ts';
import { pastOf } from './tenant-past.ts';

/** Facts the values must be consistent with. */
interface SystemFacts {
  coursepro: InventoryService;
  /** Predefined config values. */
  config: Record<string, string>;
  today: string;
}

const PHP = [
  ['8.3.14', 70],
  ['8.2.26', 22],
  ['8.1.31', 8],
] as const;

const MARIADB = [
  ['10.11.10', 75],
  ['10.6.20', 25],
] as const;

/** System report of a tenant's CoursePro, as text by key. */
function systemValues(dice: Dice, facts: SystemFacts): Record<string, string> {
  const { coursepro, config, today } = facts;
  const time = (days: number): string => `${daysBefore(today, days, dice.int(0, 86_399)).slice(0, 19)}Z`;
  const upgraded = dice.int(3, 120);
  return {
    version: coursepro.version ?? 'unknown',
    db_version: coursepro.db_version ?? 'unknown',
    db_server: `MariaDB ${dice.weigh(MARIADB)}`,
    db_size_mb: String(Math.round(180 + dice.next() ** 3 * 42_000)),
    php_version: dice.weigh(PHP),
    php_memory_limit: dice.chance(0.8) ? '512M' : '1024M',
    timezone: config['TIMEZONE'] ?? 'UTC',
    currency: config['PAYMENT_CURRENCY'] ?? 'GBP',
    default_language: config['DEFAULT_LANGUAGE'] ?? 'en',
    installed_at: time(dice.int(400, 3200)),
    last_upgrade: time(upgraded),
    last_migration:
      coursepro.db_version === null ? 'none' : `${coursepro.db_version} of ${time(upgraded).slice(0, 10)}`,
    // A few systems have an overdue backup.
    last_backup: time(dice.chance(0.97) ? 1 : dice.int(3, 30)),
    last_cron_run: time(coursepro.cron ? 1 : dice.int(2, 60)),
    cache_driver: dice.chance(0.85) ? 'redis' : 'file',
    queue_length: String(dice.chance(0.9) ? dice.int(0, 12) : dice.int(50, 4000)),
    mail_transport: dice.chance(0.9) ? 'smtp' : 'sendmail',
    maintenance: coursepro.maintenance ? 'on' : 'off',
  };
}

/** Deployment groups with the stage of their environments. Other names occur, too. */
const GROUPS: readonly (readonly [{ group: string; stage: Stage }, number])[] = [
  [{ group: 'production', stage: 'prod' }, 74],
  [{ group: 'staging', stage: 'staging' }, 13],
  [{ group: 'dev', stage: 'dev' }, 9],
  [{ group: 'sandbox', stage: 'qa' }, 2],
  [{ group: 'pilot', stage: 'prod' }, 2],
];

const COMMITTED = [
  ['same', 88],
  ['older', 7],
  ['never', 3.5],
  // Kept apart, so that the rest of the fleet does not change.
  ['same', 1.5],
] as const;

/** Data shared by all tenants of a fleet. */
export interface FleetPlan {
  seed: number;
  today: string;
  regions: readonly RegionFleet[];
  names: TenantNames;
  /** Account names by region. */
  accounts: Record<RegionFleet['code'], readonly string[]>;
}

/** Predefined facts of a tenant that others refer to; its name is reserved. */
export interface GivenTenant {
  name: string;
  account: string;
  code: RegionCode;
  group: string;
  stage: Stage;
}

/** Tenants with all configs and system values; the others have a small CoursePro config, so that 100,000 tenants are generated quickly. */
const MAX_DETAILED_TENANTS = 10_000;

/** Builds the tenant at an index; only its name depends on the previous tenants. */
export function buildTenant(plan: FleetPlan, index: number, given?: GivenTenant): InventoryTenant {
  const dice = createDice(plan.seed, `tenant ${index}`);
  const drawn = dice.weigh(plan.regions.map((region) => [region, region.weight] as const));
  const fleet = plan.regions.find((region) => region.code === given?.code) ?? drawn;
  const { name, slug } = given ? { name: given.name, slug: slugOf(given.name) } : plan.names.draw(dice, fleet.code);
  const { group, stage } = given ?? dice.weigh(GROUPS);
  const slugs = index % 50 === 49 && !given ? [] : drawServices(dice);
  const site = { slug, fleet, stage, stray: dice.chance(0.04) };
  const services = slugs.map((one) => buildService(dice, one, site, slugs));
  const expires = licenceExpires(dice, licenceStateOf(dice, index), plan.today);
  const facts = configFacts(dice, { name, slug, fleet, services, expires });
  return {
    id: index + 1,
    name,
    region: fleet.name,
    account: given?.account ?? dice.pick(plan.accounts[fleet.code]),
    active: !dice.chance(0.05) || given !== undefined,
    staging: given ? stage !== 'prod' : isStaging(dice, group),
    deployment_group: group,
    total_members: membersOf(dice, stage),
    licence_expires: expires,
    ...pastOf(plan, name, services.length > 0),
    services,
    ...(index < MAX_DETAILED_TENANTS || given
      ? { ...systemOf(plan, services, facts), configs: buildConfigs(dice, slugs, facts, plan.today) }
      : { configs: smallConfigs(dice, slugs, facts, plan.today) }),
  };
}

function isStaging(dice: Dice, group: string): boolean {
  return group === 'staging' || group === 'dev' ? !dice.chance(0.1) : dice.chance(0.04);
}

/** System report of the tenant's CoursePro, if it has one that ever reported. */
export function systemOf(
  plan: FleetPlan,
  services: InventoryTenant['services'],
  { name, given }: ConfigFacts,
): Pick<InventoryTenant, 'system'> {
  // A separate random generator, so that the rest of the fleet does not change.
  const dice = createDice(plan.seed, `system ${name}`);
  const coursepro = services.find((one) => one.slug === 'coursepro');
  if (!coursepro || dice.chance(0.01)) return {};
  return { system: systemValues(dice, { coursepro, config: given.coursepro ?? {}, today: plan.today }) };
}

function membersOf(dice: Dice, stage: Stage): number | null {
  const known = dice.chance(stage === 'prod' ? 0.95 : 0.3);
  // Most sites are small: squaring skews towards the low end.
  const members = Math.round(120 + dice.next() ** 2 * 58_000);
  if (dice.chance(0.02)) return 0;
  return known ? members : null;
}

interface SiteFacts {
  name: string;
  slug: string;
  fleet: RegionFleet;
  services: InventoryTenant['services'];
  expires: string | null;
}

const LOCAL = {
  eu: { currency: 'GBP', timezone: 'Europe/London' },
  us: { currency: 'USD', timezone: 'America/New_York' },
  ap: { currency: 'AUD', timezone: 'Australia/Sydney' },
} as const;

/** Facts a tenant's configs must be consistent with. */
export function configFacts(dice: Dice, { name, slug, fleet, services, expires }: SiteFacts): ConfigFacts {
  const of = (service: string): InventoryTenant['services'][number] | undefined =>
    services.find((one) => one.slug === service);
  const { currency, timezone } = LOCAL[fleet.code];
  const language = fleet.code === 'eu' && dice.chance(0.08) ? 'cy' : 'en';
  return {
    name,
    slug,
    region: fleet.name,
    database: of('coursepro')?.database_host ?? `${fleet.code}-db-01`,
    insightDatabase: of('insight')?.database_host ?? `${fleet.code}-db-ins-01`,
    given: {
      coursepro: {
        BRIDGE: of('coursepro')?.bridge ?? 'standalone',
        PAYMENT_CURRENCY: currency,
        TIMEZONE: timezone,
        DEFAULT_LANGUAGE: language,
        ENABLE_HP2_API: 'True',
      },
      homeportal2: { currencyIso: currency, default_language: language },
      licence: { expires: expires ?? '' },
    },
  };
}

/** A CoursePro config with only the settings that other pages show. */
function smallConfigs(dice: Dice, services: readonly string[], facts: ConfigFacts, today: string): InventoryConfig[] {
  if (!services.includes('coursepro')) return [];
  const items = Object.entries(facts.given.coursepro ?? {}).map(([key, value]) => knownItem(key, value));
  return [withHistory(dice, 'coursepro', items, today, 'never')];
}

function buildConfigs(dice: Dice, services: readonly string[], facts: ConfigFacts, today: string): InventoryConfig[] {
  const clash = dice.chance(0.06);
  return CONFIG_KINDS.filter((kind) => services.includes(kind.service)).map(({ slug: kind }) => {
    // Most CoursePro configs have about 30 settings, a few have 90.
    const size = 20 + Math.round(dice.next() ** 3 * 70);
    return withHistory(
      dice,
      kind,
      buildConfig(dice, kind, facts, size, clash && kind === 'coursepro'),
      today,
      dice.weigh(COMMITTED),
    );
  });
}
