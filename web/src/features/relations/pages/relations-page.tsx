import { getTenant } from '@mission-control/contract/tenants/calls';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queryOf } from '../../../lib/api/query.ts';
import { RelationEditor } from '../parts/relation-editor.tsx';

/** The relations of a tenant, inside of its page: /tenant/{id}/relations [RLN-01]. */
export function RelationsPage() {
  const { id = '' } = useParams({ strict: false });
  // The frame around it shows what is to be said while there is no tenant.
  const { data } = useQuery(queryOf(getTenant, { params: { id: Number(id) } }));
  return data ? <RelationEditor key={id} tenant={data.tenant} /> : null;
}
