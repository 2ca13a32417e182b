import { getTenant } from '@mission-control/contract/tenants/calls';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidateTopics, queryOf } from '../../lib/api/query.ts';
import { configQuery, configTopics } from './queries.ts';

it('a change of a config makes it and its tenant stale, and no other tenant', async () => {
  const client = new QueryClient();
  const target = { tenantId: 12, kind: 'coursepro' } as const;
  const all = [configQuery(target), ...[12, 13].map((id) => queryOf(getTenant, { params: { id } }))];
  for (const query of all)
    client
      .getQueryCache()
      .build(client, query as object as { queryKey: string[] })
      .setData({});
  await invalidateTopics(client, configTopics(target));
  expect(all.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true, false]);
});
