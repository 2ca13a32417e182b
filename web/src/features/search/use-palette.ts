import { mdiAlertOutline } from '@mdi/js';
import { ATTENTION_KINDS, ATTENTION_NAMES } from '@mission-control/contract/attention/kinds';
import type { AttentionChoice } from '@mission-control/contract/attention/schema';
import {
  omnisearch,
  searchPalette,
  type FoundItem,
  type PaletteAction,
  type SearchResult,
} from '@mission-control/contract/search/calls';
import { foldName } from '@mission-control/contract/search/rules';
import { readActions } from '@mission-control/contract/search/actions';
import { getTenant, updateTenant } from '@mission-control/contract/tenants/calls';
import { numberText } from '@mission-control/contract/numbers';
import { useQuery, keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { useLocation, useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { queryOf } from '../../lib/api/query.ts';
import { recentTenants } from '../../lib/recent-tenants.ts';
import { useRoleRefusal } from '../../lib/role-refusal.ts';
import { attentionCounts, attentionPath } from '../attention/public.tsx';
import { useNow } from '../../ui/display/now.ts';
import type { ActingAction } from './action-words.ts';
import { matchName } from './match-text.ts';
import { paletteGroups, type PaletteItem } from './palette-groups.ts';
import { tenantOfPath, tenantPlaces, type Place } from './tenant-places.ts';
import { useDebounced } from '../../lib/query/use-debounced.ts';

const DEBOUNCE_MS = 120;
const MINUTE_MS = 60_000;

interface SearchAnswer {
  /** Null when the search failed. */
  found: readonly SearchResult[] | null;
  /** Only for exactly the typed text, never from an earlier response. */
  actions: readonly PaletteAction[];
  /** Null when their search failed. */
  items: readonly FoundItem[] | null;
  /** False while the response to the typed text is pending. */
  current: boolean;
  /** Why the search failed. */
  error: string | null;
  askAgain: () => void;
}

/**
 * Searches after a pause in typing, or at once if in a `hurry`. Until the response arrives, those results of the previous one that still
 * match stay.
 */
function useSearchAnswer(typed: string, hurry: boolean): SearchAnswer {
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const asked = hurry ? typed : settled;
  const open = useOpenTenantId();
  const options = { enabled: typed !== '' && asked !== '', placeholderData: keepPreviousData };
  const names = useQuery({ ...queryOf(omnisearch, { query: { val: asked } }), ...options });
  const rest = useQuery({
    ...queryOf(searchPalette, { query: { val: asked, ...(open !== null && { tenant: open }) } }),
    ...options,
    // Runs, alerts and switches change all the time.
    staleTime: 0,
  });
  const isAsked = asked === typed;
  const found = isAsked ? stateOf(names) : 'pending';
  const others = isAsked ? stateOf(rest) : 'pending';
  const shown = asked === '' ? undefined : names.data?.results;
  const known = asked === '' ? undefined : rest.data?.items;
  return {
    found:
      found === 'failed'
        ? null
        : (shown ?? []).filter(({ name }) => found === 'current' || (found === 'pending' && matchName(name, typed))),
    actions: others === 'current' ? (rest.data?.actions ?? []) : [],
    items: others === 'failed' ? null : (known ?? []).filter((item) => others === 'current' || isNamed(item, typed)),
    current: found !== 'pending' && others !== 'pending',
    error:
      found === 'failed' ? (names.error?.message ?? null) : others === 'failed' ? (rest.error?.message ?? null) : null,
    askAgain: () => {
      if (found === 'failed') void names.refetch();
      if (others === 'failed') void rest.refetch();
    },
  };
}

type Read = Pick<UseQueryResult, 'data' | 'isPlaceholderData' | 'isFetching'> & { error: Error | null };

/** State of the response to the requested text. */
function stateOf({ data, error, isPlaceholderData, isFetching }: Read): 'current' | 'pending' | 'failed' {
  if (error === null) return data === undefined || isPlaceholderData ? 'pending' : 'current';
  return isFetching ? 'pending' : 'failed';
}

/** Keeps an item found by an earlier text while it contains all words of this one. */
function isNamed({ name, detail }: FoundItem, typed: string): boolean {
  const text = foldName(`${name} ${detail}`);
  return foldName(typed)
    .split(/\s+/u)
    .every((word) => text.includes(word));
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
  /** Carries out a chosen change. */
  onAct: (action: ActingAction) => void;
}

/** Content, active option and key handling of the open palette. */
export function usePalette({ typed, pages, entered, onClose, onAct }: PaletteInput) {
  // `pinned` and `awaited` apply only to the text they were set for: further typing activates the first result again.
  const [pinned, setPinned] = useState({ typed: '', key: '' });
  const [awaited, setAwaited] = useState(entered ? typed : null);
  const [recent] = useState(recentTenants.list);
  const waits = awaited === typed && typed !== '';
  const answer = useSearchAnswer(typed, waits);
  const open = useOpenTenant();
  const attention = useAttentionPlaces();
  const now = new Date(useNow(MINUTE_MS));
  const groups = paletteGroups({ typed, recent, pages, attention, open, ...answer, now });
  const items = groups.flatMap((group) => group.items);
  const settled = typed === '' || answer.current;
  const pinnedItem = pinned.typed === typed ? items.find((item) => item.key === pinned.key) : undefined;
  // Pages are not the first result while tenants may still arrive above them.
  const active = pinnedItem ?? (settled || answer.found?.length ? items[0] : undefined);
  const router = useRouter();
  const refusal = useRoleRefusal(updateTenant, 'change a tenant');

  const pin = ({ key }: PaletteItem) => setPinned({ typed, key });
  const goTo = (href: string) => {
    onClose();
    router.history.push(href);
  };
  const choose = (item: PaletteItem | undefined) => {
    setAwaited(null);
    if (item?.action) {
      onClose();
      onAct(item.action);
    } else if (item?.href === null) answer.askAgain();
    else if (item) goTo(item.href);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Keeps the key from pressing a button of a dialog that opens immediately, e.g. for unsaved changes.
      event.preventDefault();
      if (pinnedItem || settled) choose(active);
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
    // Only Enter on its row carries out a change: the user must have seen it.
    if (first?.href && answer.actions.length === 0 && answer.error === null) goTo(first.href);
  });
  useEffect(() => {
    if (waits && settled) arrived();
  }, [waits, settled]);
  return { groups, active, note: noteOf(typed, answer, refusal), pin, choose, onKey };
}

export interface PaletteNote {
  tone: 'searching' | 'nothing' | 'failed';
  text: string;
}

function noteOf(typed: string, answer: SearchAnswer, refusal: string | null): PaletteNote | null {
  const { found, actions, items, current, error } = answer;
  if (typed === '') return null;
  if (error !== null) return { tone: 'failed', text: error };
  if (found?.length !== 0 || actions.length > 0 || items?.length !== 0) return null;
  if (!current) return { tone: 'searching', text: 'Searching' };
  const [change] = readActions(typed);
  // A change of an unknown tenant, or one that the user may not make.
  if (change && refusal !== null) return { tone: 'nothing', text: refusal };
  if (change?.tenant === '') return { tone: 'nothing', text: 'Name the tenant of this change, or open its page.' };
  return { tone: 'nothing', text: `No tenant has “${change?.tenant ?? typed}” in its name.` };
}

/** Tenants that need attention, by reason. */
function useAttentionPlaces(): Place[] {
  const { data } = useQuery(attentionCounts);
  if (!data) return [];
  const placeOf = (choice: AttentionChoice, name: string, count: number): Place[] =>
    count === 0
      ? []
      : [{ label: `${name} (${numberText(count)})`, icon: mdiAlertOutline, href: attentionPath(choice) }];
  return [
    ...placeOf('any', 'Needs attention', data.needing),
    ...ATTENTION_KINDS.flatMap((kind) => placeOf(kind, ATTENTION_NAMES[kind], data.counts[kind])),
  ];
}

/** Id of the tenant whose page is open; null elsewhere. */
const useOpenTenantId = (): number | null => useLocation({ select: ({ pathname }) => tenantOfPath(pathname) });

/** The open tenant, why it needs attention, and its pages; null elsewhere and while loading. */
function useOpenTenant(): { name: string; places: Place[] } | null {
  const id = useOpenTenantId();
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
