import { listAttention } from '@mission-control/contract/attention/calls';
import type { AttentionChoice, AttentionReason } from '@mission-control/contract/attention/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../lib/api/query.ts';

/** How many tenants need attention, and for which reasons. */
export const attentionCounts = queryOf(listAttention, { query: {} });

const allQuery = queryOf(listAttention, { query: { reason: 'any' } });

/** Reasons by tenant, of those that need attention. */
export type AttentionByTenant = ReadonlyMap<number, readonly AttentionReason[]>;

const NONE: AttentionByTenant = new Map();

/** The reasons of all tenants, and which tenants have the chosen one; all when none is chosen. */
export function useAttention(choice: AttentionChoice | undefined) {
  const read = useQuery(allQuery);
  const tenants = read.data?.tenants;
  const byTenant = useMemo(() => {
    if (!tenants) return NONE;
    // The chosen reason is the first.
    const order = (reasons: readonly AttentionReason[]) =>
      reasons.toSorted((a, b) => Number(b.kind === choice) - Number(a.kind === choice));
    return new Map(tenants.map(({ id, reasons }) => [id, order(reasons)] as const));
  }, [choice, tenants]);
  const only = useMemo(() => {
    if (choice === undefined || !tenants) return undefined;
    const chosen = tenants.filter(({ reasons }) => choice === 'any' || reasons.some(({ kind }) => kind === choice));
    return new Set(chosen.map(({ id }) => id));
  }, [choice, tenants]);
  return { byTenant, needing: read.data?.needing ?? 0, only, missing: choice !== undefined && !tenants, read };
}
