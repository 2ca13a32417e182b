import { mdiAlertOutline } from '@mdi/js';
import { ATTENTION_KINDS, ATTENTION_NAMES } from '@mission-control/contract/attention/kinds';
import type { AttentionChoice } from '@mission-control/contract/attention/schema';
import { omnisearch, type SearchResult } from '@mission-control/contract/search/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useLocation, useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { queryOf } from '../../lib/api/query.ts';
import { recentTenants } from '../../lib/recent-tenants.ts';
import { attentionCounts, attentionPath } from '../attention/public.tsx';
import { matchName } from './match-text.ts';
import { paletteGroups, type PaletteItem } from './palette-groups.ts';
import { tenantOfPath, tenantPlaces, type Place } from './tenant-places.ts';
import { useDebounced } from './use-search-box.ts';

const DEBOUNCE_MS = 120;

interface SearchAnswer {
  /** Null when the search failed. */
  found: readonly SearchResult[] | null;
  /** False while the answer to this text is pending. */
  current: boolean;
  /** Why the search failed. */
  error: string | null;
  askAgain: () => void;
}

/**
 * Searches after a pause in typing, or at once in a `hurry`. Until the answer arrives, matching results of the previous answer
 * stay.
 */
function useSearchAnswer(typed: string, hurry: boolean): SearchAnswer {
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const asked = hurry ? typed : settled;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...queryOf(omnisearch, { query: { val: asked } }),
    enabled: typed !== '' && asked !== '',
    placeholderData: keepPreviousData,
  });
  const results = asked === '' ? [] : (data?.results ?? []);
  const askAgain = () => void refetch();
  if (asked !== typed || isPlaceholderData || (data === undefined && error === null)) {
    return { found: results.filter(({ name }) => matchName(name, typed)), current: false, error: null, askAgain };
  }
  if (error === null) return { found: results, current: true, error: null, askAgain };
  if (isFetching) return { found: [], current: false, error: null, askAgain };
  return { found: null, current: true, error: error.message, askAgain };
}

/** Index of the option that a key activates, wrapping around; null for other keys. @param active -1: none */
export function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (Math.max(active, 0) - 1 + count) % count;
  return null;
}

interface PaletteInput {
  typed: string;
  pages: readonly Place[];
  /** Enter was pressed before the palette was loaded. */
  entered: boolean;
  onClose: () => void;
}

/** Content, active option and key handling of the open palette. */
export function usePalette({ typed, pages, entered, onClose }: PaletteInput) {
  // Both apply to the text at that time only: typing on activates the first result again.
  const [pinned, setPinned] = useState({ typed: '', key: '' });
  const [awaited, setAwaited] = useState(entered ? typed : null);
  const [recent] = useState(recentTenants.list);
  const waits = awaited === typed && typed !== '';
  const answer = useSearchAnswer(typed, waits);
  const open = useOpenTenant();
  const attention = useAttentionPlaces();
  const groups = paletteGroups({ typed, recent, pages, attention, open, found: answer.found });
  const items = groups.flatMap((group) => group.items);
  const settled = typed === '' || answer.current;
  const own = pinned.typed === typed ? items.find((item) => item.key === pinned.key) : undefined;
  // Pages are not the first result while tenants may still arrive above them.
  const active = own ?? (settled || answer.found?.length ? items[0] : undefined);
  const router = useRouter();

  const pin = ({ key }: PaletteItem) => setPinned({ typed, key });
  const goTo = (href: string) => {
    onClose();
    router.history.push(href);
  };
  const choose = (item: PaletteItem | undefined) => {
    setAwaited(null);
    if (item?.href === null) answer.askAgain();
    else if (item) goTo(item.href);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Keeps the key from pressing a button of a dialog that opens at once, as for unsaved changes.
      event.preventDefault();
      if (own || settled) choose(active);
      else setAwaited(typed);
      return;
    }
    const next = items[nextActive(event.key, active ? items.indexOf(active) : -1, items.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    pin(next);
  };
  const arrived = useEffectEvent(() => {
    const first = items[0];
    if (first?.href && answer.error === null) goTo(first.href);
  });
  useEffect(() => {
    if (waits && settled) arrived();
  }, [waits, settled]);
  return { groups, active, note: noteOf(typed, answer), pin, choose, onKey };
}

export interface PaletteNote {
  tone: 'searching' | 'nothing' | 'failed';
  text: string;
}

function noteOf(typed: string, { found, current, error }: SearchAnswer): PaletteNote | null {
  if (typed === '') return null;
  if (error !== null) return { tone: 'failed', text: error };
  if (found?.length !== 0) return null;
  if (!current) return { tone: 'searching', text: 'Searching' };
  return { tone: 'nothing', text: `No tenant has “${typed}” in its name.` };
}

/** Tenants that need attention, by reason. */
function useAttentionPlaces(): Place[] {
  const { data } = useQuery(attentionCounts);
  if (!data) return [];
  const placeOf = (choice: AttentionChoice, name: string, count: number): Place[] =>
    count === 0
      ? []
      : [{ label: `${name} (${count.toLocaleString('en-GB')})`, icon: mdiAlertOutline, href: attentionPath(choice) }];
  return [
    ...placeOf('any', 'Needs attention', data.needing),
    ...ATTENTION_KINDS.flatMap((kind) => placeOf(kind, ATTENTION_NAMES[kind], data.counts[kind])),
  ];
}

/** The open tenant, why it needs attention, and its pages; null elsewhere and while loading. */
function useOpenTenant(): { name: string; places: Place[] } | null {
  const id = useLocation({ select: ({ pathname }) => tenantOfPath(pathname) });
  const router = useRouter();
  const { data } = useQuery({ ...queryOf(getTenant, { params: { id: id ?? 0 } }), enabled: id !== null });
  if (id === null || !data) return null;
  const { tenant } = data;
  const reasons = tenant.attention.map(({ text, path }) => ({ label: text, icon: mdiAlertOutline, href: path }));
  return { name: tenant.tenant_name, places: [...reasons, ...tenantPlaces(tenant, (path) => isBuilt(router, path))] };
}

/** Whether the whole path matches a page other than the catch-all. */
function isBuilt(router: AnyRouter, path: string): boolean {
  const [, params, route] = router.getMatchedRoutes(path);
  return route !== undefined && route.path !== '$' && !('**' in params);
}
