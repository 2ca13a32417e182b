import { seedComplete, seedFailed } from '@mission-control/contract/releases/seed/rules';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { runOfFailure } from '../../lib/run-of-failure.ts';
import { choicesOf, type TenantName } from '../../lib/tenant-matches.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useRunOfClick } from '../../lib/use-run-of-click.ts';
import { useToolSearch } from '../../lib/use-tool-search.ts';
import { toast } from '../../ui/toast.ts';
import { seedChoicesQuery, startSeed } from './seed-queries.ts';

/** The tenant to seed and its run, both kept in the address. */
export function useSeed() {
  const [url, write] = useToolSearch();
  const { data, error } = useQuery(seedChoicesQuery);
  const choices = useMemo(() => choicesOf(data?.tenants ?? []), [data]);
  const tenant = choices.find(({ id }) => id === url.tenant) ?? null;
  const seed = useMutation({
    mutationFn: (name: string) => {
      const key = crypto.randomUUID();
      write({ click: key });
      return startSeed(name, key);
    },
    // Without an answer the run goes on, and its end is told on whatever page.
    onSuccess: ({ answer }, name) => answer && toast.success(seedComplete(name)),
    onError: (failure) => toastFailure(failure, seedFailed),
  });
  const clicked = useRunOfClick(url.click ?? null, seed.isPending);
  return {
    choices,
    loading: data === undefined,
    error: error && !data ? error.messages.join(' ') : undefined,
    tenant,
    choose: (chosen: TenantName | null) => write({ tenant: chosen?.id, click: undefined }),
    seed,
    pending: seed.isPending || clicked?.outcome === 'running',
    run: clicked?.id ?? runOfFailure(seed.error),
    /** What a run wrote stands in its panel; an answer that names no run may carry output as well. */
    output: seed.isPending ? '' : (seed.data?.answer?.output ?? seed.error?.output ?? ''),
  };
}
