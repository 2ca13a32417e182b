import { mdiHistory, mdiOfficeBuildingOutline, mdiRefresh } from '@mdi/js';
import type { SearchResult } from '@mission-control/contract/search/calls';
import { pathTo } from '../../lib/address/path-to.ts';
import type { RecentTenant } from '../../lib/recent-tenants.ts';
import { matchName, matchWords, shownName, type Part } from './match-text.ts';
import type { Place } from './tenant-places.ts';

/** A piece of a label; `matched` by the typed text. */
export interface Piece {
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
  /** Null repeats the search. */
  href: string | null;
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
}

/** Content of the palette: recent tenants and all pages, or everything that matches the typed text. */
export function paletteGroups({ typed, recent, pages, attention, open, found }: PaletteContent): PaletteGroup[] {
  const groups =
    typed === ''
      ? [
          { key: 'recent', heading: 'Recent tenants', items: recent.map((one) => tenantItem(one, '', mdiHistory)) },
          { key: 'pages', heading: 'Pages', items: placeItems(pages, '') },
        ]
      : [
          {
            key: 'tenants',
            heading: 'Tenants',
            items: found?.map((one) => tenantItem(one, typed, mdiOfficeBuildingOutline)) ?? [AGAIN],
          },
          { key: 'open', heading: open?.name ?? '', items: placeItems(open?.places ?? [], typed) },
          { key: 'attention', heading: 'Needs attention', items: placeItems(attention, typed) },
          { key: 'pages', heading: 'Pages', items: placeItems(pages, typed) },
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
