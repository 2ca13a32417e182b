import type { FleetKind } from '@mission-control/contract/fleet/kinds';
import { countText } from '@mission-control/contract/numbers';
import { sql, type SQL } from 'drizzle-orm';
import { deletedServices, tenants, tenantServices } from '../../fleet/tables.ts';
import { rows, type Db } from '../../platform/database/database.ts';
import { configItems } from '../config/public.ts';

const PLACES = sql`unnest(array[web_environment_id, worker_environment_id, sns_environment_id])`;
const fact = (name: string): SQL => sql`${deletedServices.facts} -> 'service' ->> ${sql.raw(`'${name}'`)}`;
const ofServices = (key: SQL, facts: readonly SQL[]): SQL =>
  sql`select (${key})::text as key, tenant_id, false as gone from ${tenantServices}
      ${sql.join(
        facts.map((one) => sql`union all select ${one}, ${deletedServices.tenantId}, true from ${deletedServices}`),
        sql` `,
      )}`;

/** Pairs of an item and a tenant that uses it; `gone`: through a deleted service, whose restore needs the item. */
export const USERS: Readonly<Record<FleetKind, SQL>> = {
  region: sql`select ${tenants.regionId}::text as key, ${tenants.id} as tenant_id, false as gone from ${tenants}`,
  account: sql`select ${tenants.accountId}::text as key, ${tenants.id} as tenant_id, false as gone from ${tenants}`,
  environment: ofServices(PLACES, [fact('webEnvironmentId'), fact('workerEnvironmentId'), fact('snsEnvironmentId')]),
  certificate: ofServices(sql`certificate_id`, [fact('certificateId')]),
  database_host: ofServices(sql`database_host_id`, [fact('databaseHostId')]),
  config_key: sql`select ${configItems.kind} || ':' || ${configItems.key} as key, ${configItems.tenantId} as tenant_id, false as gone
      from ${configItems}`,
};

interface Use {
  kind: string;
  key: string;
  first: string;
  count: number;
  gone: boolean;
}

/** The users of each item as a sentence, by kind and id. Tenants only: other items belong to the inventory itself. */
export async function readUses(db: Db): Promise<Map<string, string>> {
  const all = Object.entries(USERS).map(
    ([kind, users]) => sql`select ${kind} as kind, users.* from (${users}) as users`,
  );
  const found = await rows<Use>(
    db,
    sql`select kind, key, min(${tenants.name}) as first, count(distinct tenant_id)::int as count, bool_and(gone) as gone
        from (${sql.join(all, sql` union all `)}) as used join ${tenants} on ${tenants.id} = used.tenant_id
        where key is not null group by kind, key`,
  );
  return new Map(found.map((use) => [`${use.kind} ${use.key.replace(':', '/')}`, useText(use)]));
}

function useText({ first, count, gone }: Use): string {
  const [who, plural] = count === 1 ? [first, false] : [`${first} and ${countText(count - 1, 'more tenant')}`, true];
  if (!gone) return `${who} ${plural ? 'use' : 'uses'} it.`;
  return `${who} ${plural ? 'need it to restore deleted services' : 'needs it to restore a deleted service'}.`;
}
