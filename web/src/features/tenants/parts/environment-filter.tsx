import { useQuery } from '@tanstack/react-query';
import { AppliedFilter } from '../../../ui/applied-filter.tsx';
import { environmentsQuery } from '../queries-places.ts';

/** The list holds only what lives on one environment: its name, and the way back to all. */
export function EnvironmentFilter({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery(environmentsQuery);
  const name = data?.environments.find((environment) => environment._id === id)?.environment_name;
  return <AppliedFilter name="Environment" value={name ?? `#${id}`} onRemove={onRemove} />;
}
