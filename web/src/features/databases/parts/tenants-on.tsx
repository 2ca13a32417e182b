import { foldName } from '@mission-control/contract/search/rules';
import { findService } from '@mission-control/contract/services/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { databaseTenantsQuery } from '../queries.ts';
import { List, Part } from './panel-list.ts';
import { ReadError } from '../../../ui/read-error.tsx';

/** So many are shown at first, and can be searched when there are more; a server may carry thousands. */
const FEW = 10;
const STEP = 50;

/** The tenants' services that have their database on a server. */
export function TenantsOn({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(databaseTenantsQuery(id));
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(FEW);
  if (data === undefined) {
    if (error === null) return <Skeleton height={120} role="status" aria-label="Loading the tenants" />;
    const retry = () => void refetch();
    return <ReadError title="The tenants could not be read" error={error} retrying={isFetching} onRetry={retry} />;
  }
  const word = foldName(search.trim());
  const found = data.tenants.filter((one) => foldName(one.tenant_name).includes(word));
  return (
    <Part aria-label="Tenants">
      <h3>Tenants ({data.tenants.length.toLocaleString('en-GB')})</h3>
      {data.tenants.length > FEW ? (
        <SearchField label="Search these tenants" hotkey={false} value={search} onChange={setSearch} width={376} />
      ) : null}
      {found.length === 0 ? (
        <p>{data.tenants.length === 0 ? 'No tenant has its database here.' : 'No results found.'}</p>
      ) : null}
      {found.length > 0 ? (
        <List>
          {found.slice(0, most).map((one) => (
            <li key={`${one.tenant_id} ${one.service}`}>
              <Link href={`/tenant/${one.tenant_id}`}>{one.tenant_name}</Link>
              <small>{findService(one.service)?.displayName ?? one.service}</small>
            </li>
          ))}
        </List>
      ) : null}
      {found.length > most ? (
        <ActionButton size="small" variant="ghost" onClick={() => setMost(most + STEP)}>
          {`${(found.length - most).toLocaleString('en-GB')} more`}
        </ActionButton>
      ) : null}
    </Part>
  );
}
