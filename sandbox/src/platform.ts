import type { Inventory, InventoryEnvironment } from '@mission-control/contract/inventory/schema';
import type { ServiceSlug } from '@mission-control/contract/catalogue';
import { createDice, type Dice } from './random.ts';
import type { RegionCode } from './names.ts';

/** Infrastructure of one region. */
export interface RegionFleet {
  code: RegionCode;
  name: string;
  description: string;
  /** Share of the tenants. */
  weight: number;
  environments: InventoryEnvironment[];
}

const REGIONS = [
  { code: 'eu', name: 'eu-west-1', description: 'Europe (Ireland)', weight: 67 },
  { code: 'us', name: 'us-east-1', description: 'US East (Virginia)', weight: 22 },
  { code: 'ap', name: 'ap-sydney-1', description: 'Asia Pacific (Sydney)', weight: 11 },
] as const;

/** Word in the environment's name, type number, servers in production, and tenants per production environment. */
const SHAPES = [
  { word: 'web', type: 1, servers: 2, tenants: 60 },
  { word: 'wrk', type: 2, servers: 1, tenants: 90 },
  { word: 'hpw', type: 3, servers: 1, tenants: 150 },
  { word: 'hp2', type: 4, servers: 2, tenants: 120 },
  { word: 'sns', type: 5, servers: 1, tenants: 400 },
  { word: 'str', type: 8, servers: 2, tenants: 150 },
  { word: 'ins', type: 9, servers: 1, tenants: 150, serves: 'insight' },
  { word: 'com', type: 9, servers: 1, tenants: 150, serves: 'commsportal' },
  { word: 'iwk', type: 10, servers: 1, tenants: 200 },
] as const;

/** The small portals share machines whose names do not reveal a kind. */
const PORTALS = [
  { letter: 'a', type: 7 },
  { letter: 'b', type: 12 },
  { letter: 'c', type: 6 },
  { letter: 'd', type: 11 },
] as const;

export type Stage = 'prod' | 'staging' | 'dev' | 'qa';
const STAGES: Record<RegionCode, readonly Stage[]> = {
  eu: ['prod', 'staging', 'dev', 'qa'],
  us: ['prod', 'staging', 'dev'],
  ap: ['prod', 'staging'],
};
/** Maximum environments of one shape per region, however large the fleet. */
const MAX = 12;

/** The three regions with enough environments and servers for the tenants. */
export function buildRegions(seed: number, tenants: number): RegionFleet[] {
  return REGIONS.map((region) => {
    const dice = createDice(seed, `region ${region.name}`);
    const share = (tenants * region.weight) / 100;
    const plans = STAGES[region.code].flatMap((stage) =>
      SHAPES.flatMap((shape) => plansOf(dice, `${region.code}-${stage}-${shape.word}`, stage, shape, share)),
    );
    const portals = PORTALS.map(({ letter, type }) => ({
      name: `${region.code}-portals-${letter}`,
      group: 'portals',
      type,
      servers: 1,
    }));
    return { ...region, environments: [...plans, ...portals].map((plan) => environment(dice, region.name, plan)) };
  });
}

interface EnvironmentPlan {
  name: string;
  group: string;
  type: number;
  services?: ServiceSlug[];
  servers: number;
}

/** The environments of one shape and stage, sized for a region's share of the tenants. */
function plansOf(
  dice: Dice,
  prefix: string,
  stage: Stage,
  shape: (typeof SHAPES)[number],
  share: number,
): EnvironmentPlan[] {
  const wanted = stage === 'prod' ? Math.ceil(share / shape.tenants) + (shape.word === 'web' ? 1 : 0) : 1;
  return Array.from({ length: Math.min(MAX, Math.max(1, wanted)) }, (_, at) => ({
    name: `${prefix}-${String(at + 1).padStart(2, '0')}`,
    group: shape.word === 'sns' ? 'sns' : `${shape.word}-${at % 2 === 0 ? 'blue' : 'green'}`,
    type: shape.type,
    servers: stage === 'prod' ? shape.servers + (dice.chance(0.15) ? 1 : 0) : 1,
    ...('serves' in shape && { services: [shape.serves] }),
  }));
}

function environment(
  dice: Dice,
  region: string,
  { name, group, type, services, servers }: EnvironmentPlan,
): InventoryEnvironment {
  const hex = Array.from({ length: 17 }, () => dice.int(0, 15).toString(16)).join('');
  return {
    name,
    instance_id: `i-${hex}`,
    group_name: group,
    type,
    ...(services && { services }),
    region,
    fqdn: `${name}.${region}.platform.example`,
    servers: Array.from({ length: servers }, (_, at) => `${name}-${'abc'[at] ?? at}`),
  };
}

const DATABASES: Record<RegionCode, number> = { eu: 4, us: 2, ap: 1 };

/** The database servers of CoursePro and Insight. */
export function buildDatabaseHosts(): Inventory['database_hosts'] {
  return REGIONS.flatMap(({ code, name: region }) => {
    const host = (
      name: string,
      service: 'coursepro' | 'insight',
      notes: string,
    ): Inventory['database_hosts'][number] => ({
      name,
      label: name,
      service,
      region,
      identifier: `${service}-${name}`,
      endpoint: `${name}.cluster.${region}.db.example:3306`,
      notes,
    });
    const numbered = Array.from({ length: DATABASES[code] }, (_, at) => {
      const notes = notesOf(code, at);
      return host(`${code}-db-0${at + 1}`, 'coursepro', notes);
    });
    return [
      ...numbered,
      host(`${code}-db-staging`, 'coursepro', 'Training and test sites'),
      host(`${code}-db-ins-01`, 'insight', ''),
    ];
  });
}

function notesOf(code: RegionCode, at: number): string {
  if (code === 'eu' && at === 0) return 'Full: no new tenants';
  return at === DATABASES[code] - 1 ? 'Preferred for new tenants' : '';
}

/** Shared wildcard certificates. */
export const WILDCARDS = ['*.coursepro.co.uk', '*.courseprogress.co.uk', '*.courseprohome.co.uk'] as const;

/** The environments of one type and stage in a region; portal machines serve every stage. */
export function environmentsFor(fleet: RegionFleet, type: number, stage: Stage, word?: string): string[] {
  const ofType = fleet.environments.filter(
    (one) => one.type === type && (word === undefined || one.name.includes(`-${word}-`)),
  );
  const ofStage = ofType.filter((one) => one.name.includes(`-${stage}-`));
  if (ofStage.length > 0) return ofStage.map((one) => one.name);
  const shared = ofType.filter((one) => one.name.includes('-portals-') || one.name.includes('-prod-'));
  return shared.map((one) => one.name);
}
