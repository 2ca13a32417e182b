import { isTrue } from '@mission-control/contract/config/rules';
import { type UtopiaServerRow, listUtopia as listCall } from '@mission-control/contract/utopia/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { compareKeys } from '../../fleet/tenant-names.ts';
import { type CachedJson, handle } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { createRowList } from '../../platform/events/row-list.ts';
import type { Feature } from '../../platform/feature.ts';
import { listHeads, listServices, listSettings, type Facts } from './queries.ts';

/** CoursePro setting behind each feature flag. */
const SWITCHES = {
  has_sms: 'ENABLE_SMS',
  has_sdd: 'ENABLE_DIRECT_DEBIT',
  has_orgs: 'ENABLE_ORGANISATIONS',
  has_ads: 'ENABLE_ADS',
  has_datahub: 'ENABLE_DATAHUB',
  has_gtm: 'ENABLE_GTM',
  has_vouchers: 'ENABLE_VOUCHERS',
} as const;
const GATEWAY = 'PAYMENT_PROVIDER';
const NAMES = [...Object.values(SWITCHES), GATEWAY];

const NONE: Facts = new Map();

const list = createRowList({
  topic: TOPIC.tenants,
  key: 'data',
  compareNames: compareKeys,
  load: async (db, ids) => {
    const rows = await readRows(db, ids);
    return rows.map(({ nameKey, row }) => ({ id: row.id, name: nameKey, json: JSON.stringify(row) }));
  },
});

/** All tenants with their features, as cached JSON; settings as saved, whether committed or not. */
export const listUtopia = (ctx: Ctx): Promise<CachedJson> => list.read(ctx.db, ctx.topicVersions);

interface UtopiaRow {
  nameKey: string;
  row: UtopiaServerRow;
}

/** Tenants read per statement: reading 100,000 would exceed the statement timeout. */
const TENANTS_AT_ONCE = 5_000;

async function readRows(db: Database, ids: readonly number[] | null): Promise<UtopiaRow[]> {
  const heads = await listHeads(db, ids);
  const rows: UtopiaRow[] = [];
  for (let at = 0; at < heads.length; at += TENANTS_AT_ONCE) {
    const part = heads.slice(at, at + TENANTS_AT_ONCE);
    const range = { first: part[0]?.id ?? 0, last: part.at(-1)?.id ?? 0 };
    rows.push(...(await rowsOf(db, part, ids === null ? range : part.map(({ id }) => id))));
  }
  return rows;
}

async function rowsOf(
  db: Database,
  heads: Awaited<ReturnType<typeof listHeads>>,
  ids: Parameters<typeof listServices>[1],
): Promise<UtopiaRow[]> {
  const [services, settings] = await Promise.all([listServices(db, ids), listSettings(db, NAMES, ids)]);
  const servicesOf = Map.groupBy(services, ({ tenantId }) => tenantId);
  return heads.map(({ id, name, nameKey, region, active, members, centres, createdAt, createdBy }) => {
    const values = settings.get(id) ?? NONE;
    const placed = servicesOf.get(id) ?? [];
    const row: UtopiaServerRow = {
      id,
      tenant_name: name,
      centres,
      members,
      status: active ? 'Active' : 'Inactive',
      region_name: region,
      bridge: placed.find(({ service }) => service === 'coursepro')?.bridge ?? '',
      gateway: values.get(GATEWAY) ?? '',
      ...switchesOf(values),
      ...environmentsOf(new Map(placed.map(({ service, environment }) => [service, environment ?? '']))),
      created: createdAt?.toISOString() ?? '',
      created_by: createdBy ?? '',
    };
    return { nameKey, row };
  });
}

type Switches = Pick<UtopiaServerRow, keyof typeof SWITCHES>;

function switchesOf(settings: Facts): Switches {
  return Object.fromEntries(
    Object.entries(SWITCHES).map(([key, name]) => [key, isTrue(settings.get(name) ?? '') ? 'yes' : 'no']),
  ) as Switches;
}

/** HomePortal 2, else HomePortal. */
function environmentsOf(places: Facts) {
  const of = (service: string) => places.get(service) ?? '';
  return {
    coursepro_env: of('coursepro'),
    homeportal_env: of('homeportal2') || of('homeportal'),
    strive_env: of('strive'),
    commsportal_env: of('commsportal'),
    insight_env: of('insight'),
  };
}

export const utopiaFeature = {
  routes: [handle(listCall, (ctx) => listUtopia(ctx))],
} satisfies Feature;
