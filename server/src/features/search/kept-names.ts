import type { Ctx } from '../../platform/context.ts';
import { keptByTopic } from '../../platform/events/kept-by-topic.ts';
import { listNames, type NameRow } from './queries.ts';

const names = keptByTopic('tenants', listNames);

/** The names of all tenants, kept in memory and read again only when a tenant has changed, as the tenant list is (0011). */
export const currentNames = ({ db, topicVersions }: Ctx): Promise<readonly NameRow[]> => names.read(db, topicVersions);
