import { foldName } from '@mission-control/contract/search/rules';
import type { FoundItem } from '@mission-control/contract/search/calls';
import type { Ctx } from '../../platform/context.ts';
import { readTenantNames } from '../../fleet/tenant-names.ts';
import { searchItems, type Searched } from './queries.ts';
import { rankNames } from './service.ts';

/** More words than any name has. */
const MAX_WORDS = 8;
/** A single letter occurs in almost every name. */
const MIN_LENGTH = 2;

/** A search for settings by key: those of a tenant, or the documented ones. */
interface SettingSearch {
  key: string;
  tenant: number | null;
}

/**
 * People, environments, servers, databases, runs, bulk changes, views, alerts and settings whose name contains all words of the text. Only
 * admins find people, and other people's views are found only when shared.
 * @param open the tenant whose settings are meant when the text names none
 */
export async function findItems(ctx: Ctx, text: string, open?: number): Promise<FoundItem[]> {
  const words = foldName(text.toWellFormed()).split(/\s+/u).filter(Boolean);
  if (words.join(' ').length < MIN_LENGTH || words.length > MAX_WORDS) return [];
  const { db, actor } = ctx;
  const settings = await settingSearches(ctx, words, open ?? null);
  const searched: Searched = {
    words: words.length,
    settings: settings.map(({ tenant }) => tenant !== null),
    people: actor.role === 'admin',
    views: actor.id !== null,
  };
  const values: Record<string, unknown> = { user: actor.id };
  for (const [at, word] of words.entries()) values[`word_${at}`] = word;
  for (const [at, { key, tenant }] of settings.entries()) {
    values[`key_${at}`] = key;
    values[`tenant_${at}`] = tenant;
  }
  const found = await searchItems(db)(JSON.stringify(searched), values);
  const ofSettings = found.slice(0, settings.length).find((one) => one.length > 0) ?? [];
  return [...ofSettings, ...found.slice(settings.length).flat()];
}

/** Both readings are searched: the first or the last word is the key, and the other words name the tenant. */
async function settingSearches(ctx: Ctx, words: readonly string[], open: number | null): Promise<SettingSearch[]> {
  const [first = '', ...afterFirst] = words;
  if (afterFirst.length === 0) return [{ key: first, tenant: open }];
  const names = await readTenantNames(ctx.db, ctx.topicVersions);
  const meant = [
    { key: first, name: afterFirst.join(' ') },
    { key: words.at(-1) ?? '', name: words.slice(0, -1).join(' ') },
  ];
  return meant.flatMap(({ key, name }) => {
    const [tenant] = key.length < MIN_LENGTH ? [] : rankNames(names, name, 1);
    return tenant ? [{ key, tenant: tenant.id }] : [];
  });
}
