import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { RelationEditor } from '../parts/relation-editor.tsx';
import { tenantQuery } from '../queries.ts';

/** The relations of a tenant, inside of its page: /tenant/{id}/relations [RLN-01]. */
export function RelationsPage() {
  const { id = '' } = useParams({ strict: false });
  // The frame around it shows what is to be said while there is no tenant.
  const { data } = useQuery(tenantQuery(Number(id)));
  return data ? <RelationEditor key={id} tenant={data.tenant} /> : null;
}
