import { mdiDatabaseSearchOutline } from '@mdi/js';
import type { DetachedDatabase } from '@mission-control/contract/databases/calls';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { monoText } from '../../../ui/tokens.ts';
import { detachedQuery } from '../queries.ts';
import { List, Part } from './panel-list.ts';

/** Databases on the server that belong to no service any more; asked for by the person, because the server itself answers. */
export function DetachedDatabases({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery({ ...detachedQuery(id), enabled: false });
  return (
    <Part aria-label="Detached databases">
      <h3>Detached databases</h3>
      <p>Databases on the server that belong to no service any more. The console never drops one.</p>
      {error === null || isFetching ? null : (
        <Banner meaning="bad" live title="The server does not tell.">
          {error.messages.join(' ')}
        </Banner>
      )}
      {data === undefined || error !== null ? null : <Found databases={data.databases} />}
      <ActionButton size="small" icon={mdiDatabaseSearchOutline} pending={isFetching} onClick={() => void refetch()}>
        {data === undefined && error === null ? 'Ask the server' : 'Ask again'}
      </ActionButton>
    </Part>
  );
}

function Found({ databases }: { databases: readonly DetachedDatabase[] }) {
  if (databases.length === 0) return <p role="status">There is none.</p>;
  return (
    <List>
      {databases.map((one) => (
        <li key={one.name}>
          <span style={monoText}>{one.name}</span>
          <small>{ownerText(one)}</small>
        </li>
      ))}
    </List>
  );
}

function ownerText({ tenant_name: name, tenant_deleted: deleted }: DetachedDatabase): string {
  if (name === null) return 'its tenant is gone';
  return deleted ? `of ${name}, deleted` : `of ${name}, without the service`;
}
