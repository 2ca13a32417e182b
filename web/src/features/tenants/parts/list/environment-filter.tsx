import { listEnvironmentsFast } from '@mission-control/contract/environments/calls';
import { listFleetItemTenants } from '@mission-control/contract/fleet/calls';
import { KIND_WORDS } from '@mission-control/contract/fleet/kinds';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../../lib/api/query.ts';
import { itemOfUses } from '../../list/list-search.ts';
import { AppliedFilter } from '../../../../ui/table/applied-filter.tsx';

/** The environment the list is restricted to, with a way to clear it. */
export function EnvironmentFilter({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery(queryOf(listEnvironmentsFast, {}));
  const name = data?.environments.find((environment) => environment._id === id)?.environment_name;
  return <AppliedFilter name="Environment" value={name ?? `#${id}`} onRemove={onRemove} />;
}

/** The item of the fleet whose users are listed, with a way to clear it. */
export function UsesFilter({ uses, onRemove }: { uses: string; onRemove: () => void }) {
  const params = itemOfUses(uses);
  const { data } = useQuery(queryOf(listFleetItemTenants, { params }));
  const word = KIND_WORDS[params.kind]?.one ?? params.kind;
  return <AppliedFilter name={`Uses ${word}`} value={data?.name ?? params.key} onRemove={onRemove} />;
}
