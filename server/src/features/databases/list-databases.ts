import type { CallResponse } from '@mission-control/contract/call';
import { findService } from '@mission-control/contract/catalogue';
import type { DatabaseRow, listDatabases as call } from '@mission-control/contract/databases/calls';
import { idInAddress } from '@mission-control/contract/id';
import { TOPIC } from '@mission-control/contract/topics';
import { findRegionName } from '../../fleet/queries-places.ts';
import type { Ctx } from '../../platform/context.ts';
import { createTopicCache } from '../../platform/events/topic-cache.ts';
import { activityFrom, activityOf, minuteOf, type HourOfSamples } from './activity.ts';
import { readSamples } from './queries-samples.ts';
import { listDatabaseHosts } from './queries.ts';

const samples = createTopicCache([TOPIC.databases], readSamples);

type Answer = CallResponse<typeof call>;

/** Database servers with their load, optionally of one service or region. `error` states why the list is empty (C-028). */
export async function listDatabases(
  ctx: Ctx,
  filter: { type?: string | undefined; region?: string | undefined },
): Promise<Answer> {
  const none = (error: string): Answer => ({ databases: [], error });
  const service = filter.type ? findService(filter.type) : undefined;
  if (filter.type && !service) return none(`There is no service ${filter.type}.`);
  // No region has the id 0.
  const regionId = filter.region ? (idInAddress.safeParse(filter.region).data ?? 0) : undefined;
  const region = regionId === undefined ? undefined : await findRegionName(ctx.db, regionId);
  if (regionId !== undefined && region === undefined) return none(`There is no region ${filter.region}.`);
  const found = await listDatabaseHosts(ctx.db, { service: service?.slug, regionId });
  if (found.length > 0) {
    const hoursById = await samples.read(ctx.db, ctx.topicVersions);
    const now = minuteOf(ctx.clock.now());
    return {
      databases: found.map((one) => toRow(one, hoursById.get(one.host.id) ?? [], now)),
      activity_from: activityFrom(now).toISOString(),
    };
  }
  const [of, where] = [service ? ` for ${service.displayName}` : '', region === undefined ? '' : ` in ${region}`];
  return none(`There is no database server${of}${where}.`);
}

function toRow(
  { host, region, services }: Awaited<ReturnType<typeof listDatabaseHosts>>[number],
  hours: readonly HourOfSamples[],
  now: number,
): DatabaseRow {
  const { id, name, notes, identifier, endpoint, service } = host;
  const tenants = { tenant_count: services ?? 0 };
  return { id, name, notes, identifier, endpoint, service, region, ...tenants, ...activityOf(hours, now) };
}
