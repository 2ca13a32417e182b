import { mdiHistory, mdiOfficeBuildingOutline, mdiRefresh } from '@mdi/js';
import type { SearchResult } from '@mission-control/contract/search/schema';
import type { RecentTenant } from '../../lib/recent-tenants.ts';
import { matchName, shownName } from './match-name.ts';
import { matchWords, type Part } from './match-words.ts';
import type { Place } from './tenant-places.ts';

/** A piece of a shown text; `met` by what was typed. */
export interface Piece {
  text: string;
  met: boolean;
}

/** Something to choose. */
export interface PaletteItem {
  /** Stays the same while the list changes around it. */
  key: string;
  icon: string;
  /** All of it, for a tip. */
  title: string;
  pieces: readonly Piece[];
  /** Where it leads; null asks the server again. */
  href: string | null;
}

export interface PaletteGroup {
  key: string;
  heading: string;
  items: readonly PaletteItem[];
}

/** What there is to choose from. */
export interface PaletteContent {
  typed: string;
  recent: readonly RecentTenant[];
  /** The drawer's. */
  pages: readonly Place[];
  /** The tenant whose page is open, and its pages. */
  open: { name: string; places: readonly Place[] } | null;
  /** As the server ranked them; null when it could not be asked. */
  found: readonly SearchResult[] | null;
}

/** What the palette lists: without a text the recent tenants and all pages, else everything that meets the text. */
export function paletteGroups({ typed, recent, pages, open, found }: PaletteContent): PaletteGroup[] {
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
          { key: 'pages', heading: 'Pages', items: placeItems(pages, typed) },
        ];
  return groups.filter(({ items }) => items.length > 0);
}

const AGAIN: PaletteItem = {
  key: 'again',
  icon: mdiRefresh,
  title: 'Search again',
  pieces: [{ text: 'Search again', met: false }],
  href: null,
};

function tenantItem({ id, name }: RecentTenant, typed: string, icon: string): PaletteItem {
  const [before, match, after] = shownName(name, matchName(name, typed));
  return {
    key: `tenant-${id}`,
    icon,
    title: name,
    pieces: [piece(before), piece(match, true), piece(after)],
    href: `/tenant/${id}`,
  };
}

const piece = (text: string, met = false): Piece => ({ text, met });

function placeItems(places: readonly Place[], typed: string): PaletteItem[] {
  return places.flatMap(({ label, icon, href }) => {
    const parts = matchWords(label, typed);
    return parts ? [{ key: href, icon, title: label, pieces: piecesOf(label, parts), href }] : [];
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
