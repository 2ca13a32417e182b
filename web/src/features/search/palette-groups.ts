import {
  mdiAccountOutline,
  mdiBellOutline,
  mdiBookmarkOutline,
  mdiCogOutline,
  mdiDatabaseOutline,
  mdiHistory,
  mdiLightningBoltOutline,
  mdiOfficeBuildingOutline,
  mdiPlayOutline,
  mdiRefresh,
  mdiServerOutline,
  mdiServerNetworkOutline,
  mdiTableMultiple,
} from '@mdi/js';
import type { FoundItem, FoundKind, PaletteAction, SearchResult } from '@mission-control/contract/search/calls';
import { pathTo } from '../../lib/address/path-to.ts';
import type { RecentTenant } from '../../lib/recent-tenants.ts';
import { actionDetail, actionKey, actionTitle, pathOrAct, type ActingAction } from './action-words.ts';
import { matchName, matchWords, shownName, type Part } from './match-text.ts';
import type { Place } from './tenant-places.ts';

/** A piece of a label; `matched` by the typed text. */
interface Piece {
  text: string;
  matched: boolean;
}

export interface PaletteItem {
  /** Stable across changes of the list. */
  key: string;
  icon: string;
  /** The full text, for a tooltip. */
  title: string;
  pieces: readonly Piece[];
  /** Secondary text after it. */
  detail?: string;
  /** Null repeats the search, unless there is an action. */
  href: string | null;
  /** What choosing it changes, after the confirmation that the tenant's page asks for. */
  action?: ActingAction;
}

export interface PaletteGroup {
  key: string;
  heading: string;
  items: readonly PaletteItem[];
}

export interface PaletteContent {
  typed: string;
  recent: readonly RecentTenant[];
  /** From the navigation. */
  pages: readonly Place[];
  /** Lists of tenants that need attention. */
  attention: readonly Place[];
  /** The open tenant and its pages. */
  open: { name: string; places: readonly Place[] } | null;
  /** Ranked by the server; null when the search failed. */
  found: readonly SearchResult[] | null;
  /** The changes that the text asks for; empty while unknown. */
  actions: readonly PaletteAction[];
  /** Other items that match by name; null when that search failed. */
  items: readonly FoundItem[] | null;
  now: Date;
}

/** Content of the palette: recent tenants and all pages, or everything that matches the typed text. */
export function paletteGroups(content: PaletteContent): PaletteGroup[] {
  const { typed, recent, pages, attention, open, found, actions, now } = content;
  const groups =
    typed === ''
      ? [
          {
            key: 'recent',
            heading: 'Recent tenants',
            items: recent.map((tenant) => tenantItem(tenant, '', mdiHistory)),
          },
          { key: 'pages', heading: 'Pages', items: placeItems(pages, '') },
        ]
      : [
          { key: 'actions', heading: 'Changes', items: actions.map((action) => actionItem(action, now)) },
          {
            key: 'tenants',
            heading: 'Tenants',
            items: found?.map((tenant) => tenantItem(tenant, typed, mdiOfficeBuildingOutline)) ?? [AGAIN],
          },
          { key: 'open', heading: open?.name ?? '', items: placeItems(open?.places ?? [], typed) },
          { key: 'attention', heading: 'Needs attention', items: placeItems(attention, typed) },
          { key: 'pages', heading: 'Pages', items: placeItems(pages, typed) },
          ...itemGroups(content),
        ];
  return groups.filter(({ items }) => items.length > 0);
}

const AGAIN: PaletteItem = {
  key: 'again',
  icon: mdiRefresh,
  title: 'Search again',
  pieces: [{ text: 'Search again', matched: false }],
  href: null,
};

function tenantItem({ id, name }: RecentTenant, typed: string, icon: string): PaletteItem {
  const [before, match, after] = shownName(name, matchName(name, typed));
  return {
    key: `tenant-${id}`,
    icon,
    title: name,
    pieces: [piece(before), piece(match, true), piece(after)],
    href: pathTo('/tenant/$id', { id }),
  };
}

function actionItem(action: PaletteAction, now: Date): PaletteItem {
  const title = actionTitle(action, now);
  return {
    key: actionKey(action),
    icon: mdiLightningBoltOutline,
    title,
    pieces: [piece(title)],
    detail: actionDetail(action),
    ...pathOrAct(action),
  };
}

const KINDS: Readonly<Record<FoundKind, { heading: string; icon: string }>> = {
  setting: { heading: 'Settings', icon: mdiCogOutline },
  person: { heading: 'People', icon: mdiAccountOutline },
  environment: { heading: 'Environments', icon: mdiServerNetworkOutline },
  server: { heading: 'Servers', icon: mdiServerOutline },
  database: { heading: 'Databases', icon: mdiDatabaseOutline },
  run: { heading: 'Runs', icon: mdiPlayOutline },
  bulk: { heading: 'Bulk changes', icon: mdiTableMultiple },
  view: { heading: 'Views', icon: mdiBookmarkOutline },
  alert: { heading: 'Alerts', icon: mdiBellOutline },
};

/** One group per kind of item. */
function itemGroups({ items, typed, found }: PaletteContent): PaletteGroup[] {
  // If the search for tenants failed too, its group already offers to search again.
  if (items === null) return [{ key: 'items', heading: 'More', items: found === null ? [] : [AGAIN] }];
  const byKind = Map.groupBy(items, ({ kind }) => kind);
  return [...byKind].map(([kind, ofKind]) => {
    const { heading, icon } = KINDS[kind];
    return { key: kind, heading, items: ofKind.map((item) => paletteItem(item, typed, icon)) };
  });
}

function paletteItem({ kind, name, detail, path }: FoundItem, typed: string, icon: string): PaletteItem {
  const [before, match, after] = shownName(name, matchName(name, typed));
  return {
    key: `${kind} ${path} ${name}`,
    icon,
    title: `${name}, ${detail}`,
    pieces: [piece(before), piece(match, true), piece(after)],
    detail,
    href: path,
  };
}

const piece = (text: string, matched = false): Piece => ({ text, matched });

function placeItems(places: readonly Place[], typed: string): PaletteItem[] {
  return places.flatMap(({ label, icon, href }) => {
    const parts = matchWords(label, typed);
    // Several reasons may lead to one page.
    return parts ? [{ key: `${href} ${label}`, icon, title: label, pieces: piecesOf(label, parts), href }] : [];
  });
}

function piecesOf(label: string, parts: readonly Part[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [from, to] of parts) {
    pieces.push(piece(label.slice(at, from)), piece(label.slice(from, to), true));
    at = to;
  }
  return [...pieces, piece(label.slice(at))];
}
