import { mdiDatabaseSearchOutline } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { serviceName } from '@mission-control/contract/catalogue';
import {
  type DatabaseRow,
  type DetachedDatabase,
  listDetachedDatabases,
  listDatabaseTenants,
} from '@mission-control/contract/databases/calls';
import { numberText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { findRows } from '../../../lib/address/table-search.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { SidePanel } from '../../../ui/dialog/side-panel.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { KeyValue } from '../../../ui/layout/key-value.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { Mono } from '../../../ui/display/mono.tsx';
import { monoText, color, radius } from '../../../ui/theme/tokens.ts';
import { ActivitySpark, LoadValue } from './activity.tsx';

const Part = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  fontSize: 13,
  color: color.text2,
  '& > h3': { fontSize: 13, lineHeight: '20px', fontWeight: 600, color: color.text },
  '& > *': { maxWidth: '100%' },
});

const List = styled('ul')({
  alignSelf: 'stretch',
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '0 12px',
    minHeight: 36,
    padding: '6px 12px',
    overflowWrap: 'anywhere',
  },
  '& > li > *': { minWidth: 0 },
  '& > li:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& small': { fontSize: 12, color: color.text3 },
});

/** A server may have thousands of tenants: longer lists are searchable and shown in steps. */
const FIRST_SHOWN = 10;
const STEP = 50;

/** Services of tenants whose database is on the server. */
function TenantsOn({ id }: { id: number }) {
  return (
    <QueryView
      query={useQuery(queryOf(listDatabaseTenants, { params: { id } }))}
      errorTitle="The tenants could not be loaded"
      loading={<Skeleton height={120} role="status" aria-label="Loading the tenants" />}
      empty={null}
    >
      {({ tenants }) => <TenantList tenants={tenants} />}
    </QueryView>
  );
}

function TenantList({ tenants }: CallResponse<typeof listDatabaseTenants>) {
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const found = findRows(tenants, search, (one) => [one.tenant_name]);
  return (
    <Part aria-label="Tenants">
      <h3>Tenants ({numberText(tenants.length)})</h3>
      {tenants.length > FIRST_SHOWN ? (
        <SearchField label="Search these tenants" hotkey={false} value={search} onChange={setSearch} width={376} />
      ) : null}
      {found.length === 0 ? (
        <p>{tenants.length === 0 ? 'No tenant has its database here.' : 'No results found.'}</p>
      ) : (
        <List>
          {found.slice(0, limit).map((one) => (
            <li key={`${one.tenant_id} ${one.service}`}>
              <Link href={pathTo('/tenant/$id', { id: one.tenant_id })}>{one.tenant_name}</Link>
              <small>{serviceName(one.service)}</small>
            </li>
          ))}
        </List>
      )}
      {found.length > limit ? (
        <ActionButton size="small" variant="ghost" onClick={() => setLimit(limit + STEP)}>
          {`${numberText(found.length - limit)} more`}
        </ActionButton>
      ) : null}
    </Part>
  );
}

/** Databases without a service; read on request, because that queries the server itself. */
function DetachedDatabases({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(listDetachedDatabases, { params: { id } }),
    enabled: false,
  });
  return (
    <Part aria-label="Detached databases">
      <h3>Detached databases</h3>
      <p>Databases on the server that no longer belong to a service. The console never drops one.</p>
      {error === null || isFetching ? null : (
        <Banner meaning="bad" live title="The server could not be queried.">
          {error.messages.join(' ')}
        </Banner>
      )}
      {data === undefined || error !== null ? null : <Found databases={data.databases} />}
      <ActionButton size="small" icon={mdiDatabaseSearchOutline} pending={isFetching} onClick={() => void refetch()}>
        {data === undefined && error === null ? 'Query the server' : 'Query again'}
      </ActionButton>
    </Part>
  );
}

function Found({ databases }: { databases: readonly DetachedDatabase[] }) {
  if (databases.length === 0) return <p role="status">No detached databases.</p>;
  return (
    <List>
      {databases.map((one) => (
        <li key={one.name}>
          <Mono>{one.name}</Mono>
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

interface DatabasePanelProps {
  row: DatabaseRow;
  /** Start of the first span of the activity. */
  from: Date;
  onClose: () => void;
}

/** A database server: details, tenants and detached databases. */
export function DatabasePanel({ row, from, onClose }: DatabasePanelProps) {
  const { id, name, notes, identifier, endpoint, service, region } = row;
  return (
    <SidePanel open title={name} detail={`${serviceName(service)} · ${region}`} onClose={onClose}>
      <KeyValue
        rows={[
          { label: 'Load', value: <LoadValue average={row.db_activity_average} /> },
          { label: '24hrs activity', value: <ActivitySpark row={row} from={from} /> },
          { label: 'Identifier', value: <Copied text={identifier} label="Copy identifier" /> },
          { label: 'Endpoint', value: <Copied text={endpoint} label="Copy endpoint" /> },
          notes !== '' && { label: 'Notes', value: notes },
        ]}
      />
      <TenantsOn key={`tenants ${id}`} id={id} />
      <DetachedDatabases key={`detached ${id}`} id={id} />
    </SidePanel>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <>
      <span style={{ ...monoText, fontSize: 12, minWidth: 0, flex: '0 1 auto', overflowWrap: 'anywhere' }}>{text}</span>
      <CopyButton text={text} label={label} />
    </>
  );
}
