import { sql } from 'drizzle-orm';
import { foldName } from '@mission-control/contract/search/rules';
import type { FoundItem } from '@mission-control/contract/search/calls';
import type { Ctx } from '../../platform/context.ts';
import { readTenantNames } from '../../fleet/tenant-names.ts';
import { searchesByKey } from '../../platform/database/contains-words.ts';
import { findAlerts } from '../alerts/public.ts';
import { findPeople } from '../auth/public.ts';
import { findBulks } from '../bulk/public.ts';
import { findDocumentedSettings, findSettingsOf } from '../config/public.ts';
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

/** A search for settings by key: those of a tenant, or the documented ones. */
interface SettingSearch {
  key: string;
  tenant: number | null;
}

/** What is searched: the statement for it, as JSON. */
interface Searched {
  words: number;
  /** Whether each search for settings is for those of a tenant. */
  settings: boolean[];
  people: boolean;
  views: boolean;
}

const search = searchesByKey('find_items', (db, key) => {
  const searched = JSON.parse(key) as Searched;
  const words = Array.from({ length: searched.words }, (_, at) => sql.placeholder(`word_${at}`));
  return [
    ...searched.settings.map((ofTenant, at) =>
      ofTenant
        ? findSettingsOf(db, sql.placeholder(`tenant_${at}`), [sql.placeholder(`key_${at}`)], MAX_ITEMS)
        : findDocumentedSettings(db, [sql.placeholder(`key_${at}`)], MAX_ITEMS),
    ),
    ...(searched.people ? [findPeople(db, words, MAX_ITEMS)] : []),
    findEnvironments(db, words, MAX_ITEMS),
    findServers(db, words, MAX_ITEMS),
    findDatabases(db, words, MAX_ITEMS),
    findRuns(db, words, MAX_ITEMS),
    findBulks(db, words, MAX_ITEMS),
    ...(searched.views ? [findViews(db, sql.placeholder('user'), words, MAX_ITEMS)] : []),
    findAlerts(db, words, MAX_ITEMS),
  ];
});

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
  const found = await search(db)(JSON.stringify(searched), {
    user: actor.id,
    ...Object.fromEntries(words.map((word, at) => [`word_${at}`, word])),
    ...Object.fromEntries(
      settings.flatMap(({ key, tenant }, at) => [
        [`key_${at}`, key],
        [`tenant_${at}`, tenant],
      ]),
    ),
  });
  const ofSettings = found.slice(0, settings.length).find((one) => one.length > 0) ?? [];
  return [...ofSettings, ...found.slice(settings.length).flat()];
}

/** The key is the first or the last word, whichever finds settings; the other words name the tenant. */
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
