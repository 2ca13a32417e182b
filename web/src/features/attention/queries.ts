import { listAttention } from '@mission-control/contract/attention/calls';
import type { AttentionChoice, AttentionReason } from '@mission-control/contract/attention/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../lib/api/query.ts';
import { useDebounced } from '../../lib/query/use-debounced.ts';

/** How many tenants need attention, and for which reasons. */
export const attentionCounts = queryOf(listAttention, { query: {} });

const allQuery = queryOf(listAttention, { query: { reason: 'any' } });

/** Typing changes the rows with each key, so their reasons are fetched after a pause. */
const DEBOUNCE_MS = 300;

/** Reasons of the tenants that need attention, by tenant id. */
export type AttentionByTenant = ReadonlyMap<number, readonly AttentionReason[]>;

const NONE: AttentionByTenant = new Map();

/**
 * The reasons of the shown tenants, and how many tenants need attention; the previous ones stay until the response arrives.
 * @param shown null: not known yet
 */
export function useAttentionOf(shown: readonly number[] | null) {
  const ids = useDebounced(shown && shown.toSorted((a, b) => a - b).join(','), DEBOUNCE_MS);
  const { data, errorUpdateCount } = useQuery({
    ...queryOf(listAttention, { query: ids ? { tenants: ids } : {} }),
    enabled: ids !== null,
    placeholderData: keepPreviousData,
  });
  const byTenant = useMemo(() => new Map(data?.tenants?.map(({ id, reasons }) => [id, reasons] as const)), [data]);
  return { byTenant, needing: data?.needing ?? (errorUpdateCount > 0 ? 0 : undefined) };
}

/** The reasons of all tenants, and the tenants with the chosen one; undefined when none is chosen. @param on false: fetches nothing */
export function useAttention(choice: AttentionChoice | undefined, on: boolean) {
  const read = useQuery({ ...allQuery, enabled: on });
  const tenants = read.data?.tenants;
  const byTenant = useMemo(() => {
    if (!tenants) return NONE;
    // The chosen reason comes first.
    const order = (reasons: readonly AttentionReason[]) =>
      reasons.toSorted((a, b) => Number(b.kind === choice) - Number(a.kind === choice));
    return new Map(tenants.map(({ id, reasons }) => [id, order(reasons)] as const));
  }, [choice, tenants]);
  const only = useMemo(() => {
    if (choice === undefined || !tenants) return undefined;
    const chosen = tenants.filter(({ reasons }) => choice === 'any' || reasons.some(({ kind }) => kind === choice));
    return new Set(chosen.map(({ id }) => id));
  }, [choice, tenants]);
  return { byTenant, only, missing: choice !== undefined && !tenants, read };
}
