import {
  mdiClockOutline,
  mdiCloudUploadOutline,
  mdiPencilOutline,
  mdiServerOff,
  mdiServerPlus,
  mdiTimelineClockOutline,
} from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { commitConfig, listDrift } from '@mission-control/contract/config/calls';
import { getEnvironment } from '@mission-control/contract/environments/calls';
import { regionFlag } from '@mission-control/contract/environments/rules';
import { saveFleetItem } from '@mission-control/contract/fleet/calls';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { BY_NAME } from '../../../lib/address/table-search.ts';
import { pathTo } from '../../../lib/address/path-to.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryPage } from '../../../lib/query/query-page.tsx';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Flag } from '../../../ui/display/flag.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { SettleDialog } from '../../config/public.tsx';
import { AddServerDialog, typeLabel } from '../../fleet/public.tsx';
import { GroupChip } from '../parts/environment-columns.tsx';
import { placeColumns, placeId, placeTexts } from '../parts/place-columns.tsx';
import { ServerCards } from '../parts/server-cards.tsx';
import { LoadFacts } from '../parts/load-facts.tsx';

type Detail = CallResponse<typeof getEnvironment>;

/** An environment as a capacity map: its servers, and the tenant services placed on it. */
export function EnvironmentPage() {
  const id = Number(useParams({ strict: false }).id);
  const query = useQuery(queryOf(getEnvironment, { params: { id } }));
  const { environment } = query.data ?? {};
  const [adding, setAdding] = useState(false);
  const name = environment?.environment_name ?? `Environment ${id}`;
  return (
    <QueryPage
      title={name}
      crumbs={[{ label: 'Environment', href: '/environment' }, { label: name }]}
      chips={environment ? <GroupChip name={environment.group_name} /> : null}
      actions={environment ? <Actions id={id} onAdd={() => setAdding(true)} /> : null}
      meta={environment ? metaOf(environment) : []}
      query={query}
      errorTitle="The environment could not be loaded"
      loading={<LoadingPanel label="Loading the environment" rows={8} rowHeight={44} />}
      empty={null}
      notFound={
        <StatePanel framed icon={mdiServerOff} title="There is no such environment">
          It may have been retired. <Link href="/environment">All environments</Link>
        </StatePanel>
      }
    >
      {(detail) => (
        <>
          <MissingNote detail={detail} />
          <LoadFacts places={detail.places} />
          <ServerCards servers={detail.servers} places={detail.places} />
          <Places detail={detail} />
          {adding ? <AddServerDialog environment={{ id, name }} onClose={() => setAdding(false)} /> : null}
        </>
      )}
    </QueryPage>
  );
}

function Actions({ id, onAdd }: { id: number; onAdd: () => void }) {
  const refusal = useRoleRefusal(saveFleetItem, 'change the fleet');
  return (
    <>
      <ActionButton icon={mdiTimelineClockOutline} href={pathTo('/timeline', null, { environment: id })}>
        Timeline
      </ActionButton>
      <ActionButton icon={mdiClockOutline} href={pathTo('/cron/overlap', null, { environment: id })}>
        Cron
      </ActionButton>
      <ActionButton
        icon={mdiPencilOutline}
        disabledReason={refusal}
        href={pathTo('/fleet/$kind', { kind: 'environments' }, { thing: id })}
      >
        Edit
      </ActionButton>
      <ActionButton
        variant="primary"
        icon={mdiServerPlus}
        aria-haspopup="dialog"
        disabledReason={refusal}
        onClick={onAdd}
      >
        Add server
      </ActionButton>
    </>
  );
}

function metaOf({ region, type, fqdn, environment_id: instance }: Detail['environment']) {
  return [
    region && (
      <span key="region" title={region.region_name} style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
        <Flag code={regionFlag(region.region_name)} label="" />
        {region.description}
      </span>
    ),
    typeLabel(type),
    <CopyButton key="fqdn" text={fqdn} label="Copy FQDN" shown={fqdn} bare />,
    <CopyButton key="instance" text={instance} label="Copy instance id" shown={instance} bare />,
  ];
}

/** Files that are missing on servers, with a commit that publishes them. */
function MissingNote({ detail: { environment, servers } }: { detail: Detail }) {
  const missing = servers.filter((server) => server.missing > 0);
  const hosts = new Set(missing.map(({ host }) => host));
  const drift = useQuery({ ...queryOf(listDrift, {}), enabled: hosts.size > 0 });
  const refusal = useRoleRefusal(commitConfig, 'commit a config');
  const [committing, setCommitting] = useState(false);
  const rows =
    drift.data?.rows.filter((row) => row.hosts.some(({ host, missing: isMissing }) => isMissing && hosts.has(host))) ??
    [];
  const noConfigsReason = drift.error ? 'The configs could not be loaded' : 'Loading the configs';
  const [only] = missing;
  if (!committing && only === undefined) return null;
  return (
    <>
      {only === undefined ? null : (
        <Banner
          meaning="warn"
          live
          title={`${rows.length === 0 ? 'Configs' : countText(rows.length, 'config')} missing on ${missing.length === 1 ? only.host : countText(missing.length, 'server')}.`}
          action={
            <ActionButton
              size="small"
              icon={mdiCloudUploadOutline}
              aria-haspopup="dialog"
              disabledReason={refusal ?? (rows.length > 0 ? null : noConfigsReason)}
              onClick={() => setCommitting(true)}
            >
              {rows.length === 0 ? 'Commit' : `Commit ${rows.length}`}
            </ActionButton>
          }
        >
          A commit publishes them.{' '}
          <Link href={pathTo('/drift', null, { q: missing.length === 1 ? only.host : environment.environment_name })}>
            Show them
          </Link>
        </Banner>
      )}
      {committing ? <Commit rows={rows} onClose={() => setCommitting(false)} /> : null}
    </>
  );
}

/** Keeps the configs from when the dialog opened: committed ones are no longer missing and leave the list. */
function Commit({ rows, onClose }: { rows: CallResponse<typeof listDrift>['rows']; onClose: () => void }) {
  const [chosen] = useState(rows);
  return <SettleDialog how="commit" rows={chosen} onClose={onClose} />;
}

function Places({ detail: { environment, places } }: { detail: Detail }) {
  return (
    <QueryTable
      label="Tenants here"
      query={{ data: places, error: null, isFetching: false, refetch: () => undefined }}
      rows={(all) => all}
      columns={placeColumns}
      getRowId={placeId}
      state={useTableUrl(BY_NAME)}
      search={{ label: 'Search tenants here', textOf: placeTexts }}
      rowOff={({ active }) => !active}
      errorTitle="The tenants could not be loaded"
      empty={
        <StatePanel icon={mdiServerOff} title="No tenants here">
          {`Place services on ${environment.environment_name} from their cards.`}
        </StatePanel>
      }
    />
  );
}
