import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { followKeys, forgetServers, listCommittedOn, listRetyped, noteMissing, sealSecrets } from '../config/public.ts';
import { forgetConfirmations } from '../control/public.ts';
import type { Fields } from './plan.ts';

/** What a change of an item has caused elsewhere. */
export interface Effects {
  /** For the audit event of the change. */
  facts: Record<string, unknown>;
  topics: readonly Topic[];
}

interface Change {
  /** Undefined for a new item. */
  before: Fields | undefined;
  fields: Fields;
}

/** Marks configs whose file a key changes as uncommitted, and queues the encryption of new secrets. Call it after the change. */
export async function followKey(
  ctx: Ctx,
  db: Transaction,
  { kind, name, before, fields }: Change & { kind: ConfigKindSlug; name: string },
): Promise<Effects> {
  const typeOf = (of: Fields | undefined) => of?.['type'] as string | undefined;
  const places = await listRetyped(ctx, db, { kind, name, before: typeOf(before), after: typeOf(fields) });
  await followKeys(ctx, db, places);
  if (fields['secret'] === true && before?.['secret'] !== true) await sealSecrets(ctx, db);
  return {
    facts: places.length === 0 ? {} : { waiting_configs: places.length },
    topics: places.flatMap((place) => [TOPIC.tenant(place.tenantId), TOPIC.config(place.tenantId, place.kind)]),
  };
}

/** Hosts that a change adds and removes. */
export function serverChanges(before: Fields, after: Fields) {
  const [was, is] = [before, after].map(({ servers }) => (servers ?? []) as string[]) as [string[], string[]];
  return { added: is.filter((host) => !was.includes(host)), removed: was.filter((host) => !is.includes(host)) };
}

/**
 * Records missing files on servers added to an environment, and forgets what is known about removed ones. Call it after the change.
 * @param id of the environment
 */
export async function followServers(
  ctx: Ctx,
  db: Transaction,
  { id, before = {}, fields }: Change & { id: number },
): Promise<Effects> {
  const { added, removed } = serverChanges(before, fields);
  // An added server may come from another environment.
  const hosts = [...added, ...removed];
  if (hosts.length === 0) return { facts: {}, topics: [] };
  const places = await listCommittedOn(db, id);
  await forgetServers(db, hosts);
  await noteMissing(db, places, added, ctx.clock.now());
  const switched = await forgetConfirmations(db, hosts);
  return {
    facts: added.length === 0 ? {} : { missing_configs: places.length },
    topics: [
      ...places.map(({ tenantId }) => TOPIC.tenant(tenantId)),
      ...switched.flatMap((tenantId) => [TOPIC.control(tenantId), TOPIC.attention, TOPIC.tenant(tenantId)]),
    ],
  };
}
