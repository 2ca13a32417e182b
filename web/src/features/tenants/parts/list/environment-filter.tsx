import { listEnvironmentsFast } from '@mission-control/contract/environments/calls';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../../lib/api/query.ts';
import { AppliedFilter } from '../../../../ui/table/applied-filter.tsx';

/** The environment the list is restricted to, with a way to clear it. */
export function EnvironmentFilter({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery(queryOf(listEnvironmentsFast, {}));
  const name = data?.environments.find((environment) => environment._id === id)?.environment_name;
  return <AppliedFilter name="Environment" value={name ?? `#${id}`} onRemove={onRemove} />;
}
