import type {
  InventoryConfig,
  InventoryItem,
  InventoryService,
  InventoryTenant,
} from '@mission-control/contract/inventory/schema';
import { COURSEPRO_KEYS } from './config-keys/coursepro.ts';
import { buildConfig, knownItem, PEOPLE } from './configs.ts';
import { dayAfter, daysBefore, createDice, type Dice } from './random.ts';
import { extraItems } from './extra-items.ts';
import { buildService } from './services.ts';
import { pastOf } from './tenant-past.ts';
import { configFacts, systemOf, type FleetPlan, type GivenTenant } from './tenants.ts';

/** The showcase tenant: six services, uncommitted changes, one drifted server, one mismatched environment. */
export function buildBrimham(plan: FleetPlan): InventoryTenant {
  const dice = createDice(plan.seed, BRIMHAM);
  const [fleet] = plan.regions.filter((region) => region.code === 'eu');
  if (!fleet) throw new Error('The fleet has no European region.');
  const slug = plan.names.take(BRIMHAM);
  const slugs = ['coursepro', 'homeportal2', 'coachportal', 'parentportal', 'strive', 'insight'] as const;
  // Insight, the last one with switches, is on staging.
  const services = slugs.map((one) =>
    showcaseService(buildService(dice, one, { slug, fleet, stage: 'prod', stray: true }, slugs), slug),
  );
  const expires = dayAfter(plan.today, 24);
  const facts = configFacts(dice, { name: BRIMHAM, slug, fleet, services, expires });
  const build = (kind: InventoryConfig['kind']): InventoryItem[] => buildConfig(dice, kind, facts, 90, false);
  return {
    id: 1,
    name: BRIMHAM,
    region: fleet.name,
    account: BRIMHAM_ACCOUNT,
    active: true,
    staging: false,
    deployment_group: 'production',
    total_members: 21_904,
    licence_expires: expires,
    ...pastOf(plan, BRIMHAM, true),
    total_centres: 9,
    ...systemOf(plan, services, facts),
    services,
    configs: [
      config('coursepro', coursepro(dice, build('coursepro'), slug), plan.today, 'older', [
        'SHOW_COACH_BRIMHAMS',
        'BASKET_TIMEOUT',
        'postcodeEnabled',
      ]),
      config('homeportal2', build('homeportal2'), plan.today, 'older', ['onlinejoining']),
      config(
        'licence',
        build('licence').map((item) => (item.key === 'ENABLE_HP2_API' ? { ...item, value: 'True' } : item)),
        plan.today,
        'older',
        ['disable_terms'],
      ),
      config('strive', build('strive'), plan.today, 'same', []),
      config('insight', build('insight'), plan.today, 'same', []),
    ],
  };
}

function showcaseService(service: InventoryService, slug: string): InventoryService {
  const host = service.domains.find((domain) => domain.is_primary)?.host ?? '';
  const domains = [{ host, is_primary: true, has_whitelist: false }];
  if (service.slug !== 'coursepro') return { ...service, cron: true, maintenance: service.slug === 'strive', domains };
  return {
    ...service,
    cron: true,
    maintenance: false,
    domains: [
      { host: `${slug}.coursepro.co.uk`, is_primary: true, has_whitelist: false },
      { host: `bookings.${slug}.example`, is_primary: false, has_whitelist: true },
    ],
    certificate: '*.coursepro.co.uk',
    bridge: 'xnrest',
    version: '4.18.1',
    db_version: '3.214',
    database_host: 'eu-db-03',
  };
}

/** HomePortal2's API is off and nothing requires it, so adding ENABLE_HOMEPORTAL_BASKET raises the warning. */
function coursepro(dice: Dice, drawn: readonly InventoryItem[], slug: string): InventoryItem[] {
  const needy = new Set(
    COURSEPRO_KEYS.filter(({ key }) => key.depends.some((one) => one.depends_on_name === 'ENABLE_HP2_API')).map(
      ({ key }) => key.key_name,
    ),
  );
  const wanted = new Map([
    ['ENABLE_HP2_API', 'False'],
    ['CENTRE_CACHE_TTL', '300'],
    ['DB_HOST', 'eu-db-03.internal'],
    ['BRIDGE', 'xnrest'],
    ['ALLOW_GUEST_CHECKOUT', 'True'],
    ['SHOW_COACH_BRIMHAMS', 'True'],
    ['BASKET_TIMEOUT', '30'],
    ['postcodeEnabled', 'True'],
  ]);
  const known = drawn.filter((item) => item.type === 1 && !needy.has(item.key) && !wanted.has(item.key));
  const given = Array.from(wanted, ([key, value]) => knownItem(key, value));
  return [...known, ...given, ...extraItems(dice, slug, true)];
}

/** @param changed keys with an unpublished value; the first of several was added. */
function config(
  kind: InventoryConfig['kind'],
  items: InventoryItem[],
  today: string,
  committed: InventoryConfig['committed'],
  changed: readonly string[],
): InventoryConfig {
  const before = (item: InventoryItem): InventoryItem => ({ ...item, value: earlier(item.value) });
  const unpublished = changed.map((key, at) => {
    const item = items.find((one) => one.key === key);
    return { key, before: item && (at > 0 || changed.length === 1) ? before(item) : null };
  });
  return { kind, items, saved_at: daysBefore(today, 1, 61_200), saved_by: PEOPLE[1], committed, unpublished };
}

function earlier(value: string): string {
  if (value === 'True' || value === 'False') return value === 'True' ? 'False' : 'True';
  return /^\d+$/.test(value) ? String(Number(value) - 10) : 'default';
}

export const BRIMHAM = 'Brimham Active';
export const BRIMHAM_ACCOUNT = 'Brimham & Dale Leisure Ltd';
export const BRIMHAM_PARENT = 'Dale District Leisure';
export const BRIMHAM_TRAINING = 'Brimham Active Training';

/** Smaller fleets contain only Brimham Active, so that searching for it finds one tenant. */
const ROOM = 100;

const given = (name: string, more: Pick<GivenTenant, 'group' | 'stage'>): GivenTenant => ({
  name,
  account: BRIMHAM_ACCOUNT,
  code: 'eu',
  ...more,
});

/** The last tenants of a fleet: the owner of Brimham Active and its training site. */
export function brimhamRelatives(tenants: number): readonly GivenTenant[] {
  if (tenants < ROOM) return [];
  return [
    given(BRIMHAM_PARENT, { group: 'production', stage: 'prod' }),
    given(BRIMHAM_TRAINING, { group: 'staging', stage: 'staging' }),
  ];
}
