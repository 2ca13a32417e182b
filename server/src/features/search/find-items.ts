import { foldName } from '@mission-control/contract/search/rules';
import type { FoundItem } from '@mission-control/contract/search/calls';
import type { Ctx } from '../../platform/context.ts';
import { readTenantNames } from '../../fleet/tenant-names.ts';
import { findAlerts } from '../alerts/public.ts';
import { findPeople } from '../auth/public.ts';
import { findBulks } from '../bulk/public.ts';
import { findSettings } from '../config/public.ts';
import { findRuns } from '../runs/public.ts';
import { findViews } from '../views/public.ts';
import { findDatabases, findEnvironments, findServers } from './queries.ts';
import { rankNames } from './service.ts';

/** Maximum results of each kind. */
const MAX_ITEMS = 4;
/** More words than any name has. */
const MAX_WORDS = 8;
/** A single letter occurs in almost every name. */
const MIN_LENGTH = 2;

/**
 * People, environments, servers, databases, runs, bulk changes, views, alerts and settings whose name contains all words of the text. Only
 * admins find people, and other people's views are found only when shared.
 * @param open the tenant whose settings are meant when the text names none
 */
export async function findItems(ctx: Ctx, text: string, open?: number): Promise<FoundItem[]> {
  const words = foldName(text.toWellFormed()).split(/\s+/u).filter(Boolean);
  if (words.join(' ').length < MIN_LENGTH || words.length > MAX_WORDS) return [];
  const { db, actor } = ctx;
  const found = await Promise.all([
    settingsOf(ctx, words, open),
    actor.role === 'admin' ? findPeople(db, words, MAX_ITEMS) : [],
    findEnvironments(db, words, MAX_ITEMS),
    findServers(db, words, MAX_ITEMS),
    findDatabases(db, words, MAX_ITEMS),
    findRuns(db, words, MAX_ITEMS),
    findBulks(db, words, MAX_ITEMS),
    actor.id === null ? [] : findViews(db, actor.id, words, MAX_ITEMS),
    findAlerts(db, words, MAX_ITEMS),
  ]);
  return found.flat();
}

/** Settings by key, which is the first or the last word; the other words name the tenant. */
async function settingsOf(ctx: Ctx, words: readonly string[], open?: number): Promise<FoundItem[]> {
  const [first = '', ...afterFirst] = words;
  const last = words.at(-1) ?? '';
  if (afterFirst.length === 0) return findSettings(ctx.db, first, open ?? null, MAX_ITEMS);
  const names = await readTenantNames(ctx.db, ctx.topicVersions);
  for (const [key, name] of [
    [first, afterFirst.join(' ')],
    [last, words.slice(0, -1).join(' ')],
  ] as const) {
    const [tenant] = key.length < MIN_LENGTH ? [] : rankNames(names, name, 1);
    const found = tenant ? await findSettings(ctx.db, key, tenant.id, MAX_ITEMS) : [];
    if (found.length > 0) return found;
  }
  return [];
}
