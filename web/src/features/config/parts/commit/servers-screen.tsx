import { commitConfig, type compareServers } from '@mission-control/contract/config/calls';
import { mdiArrowLeft, mdiCheckCircleOutline, mdiCloudUploadOutline, mdiRefresh, mdiServerOff } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { QueryView } from '../../../../lib/query/query-page.tsx';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Banner } from '../../../../ui/layout/banner.tsx';
import { Toolbar } from '../../../../ui/layout/panel.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../../ui/layout/state-panel.tsx';
import { serversQuery } from '../../queries.ts';
import { commitGate } from '../../state/commit-gate.ts';
import { rowsFor, serverRemark } from '../../state/compared.ts';
import { ComparedTable } from './compared-table.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { Quiet, Stack, Spring } from '../editor/layout.ts';

interface ServersToolbarProps {
  reading: boolean;
  onRead: () => void;
  readAt: string | undefined;
  /** A server's file differs from the committed one. */
  wrong: boolean;
  /** Selects a server. */
  children: ReactNode;
}

/** Back link, server selection and actions. */
function ServersToolbar({ reading, onRead, readAt, wrong, children }: ServersToolbarProps) {
  const { editor, view } = useEditor();
  const { state, drift, unsaved } = editor;
  const commit = commitGate({ state, drifted: wrong, unsaved, saving: false });
  const refusal = useRoleRefusal(commitConfig, 'commit a config');
  // Only where the page does not already have a Commit button.
  const offered = commit.shown && !commitGate({ state, drifted: drift !== null, unsaved, saving: false }).shown;
  return (
    <Toolbar>
      <ActionButton icon={mdiArrowLeft} onClick={() => view.show('settings')}>
        Settings
      </ActionButton>
      {children}
      <Spring />
      {readAt === undefined ? null : (
        <Quiet>
          Read <RelativeTime at={readAt} />
        </Quiet>
      )}
      <ActionButton icon={mdiRefresh} pending={reading} onClick={onRead}>
        Read again
      </ActionButton>
      {offered ? (
        <ActionButton
          variant="tonal"
          icon={mdiCloudUploadOutline}
          disabledReason={refusal ?? commit.reason}
          aria-haspopup="dialog"
          onClick={() => view.open('commit')}
        >
          Commit
        </ActionButton>
      ) : null}
    </Toolbar>
  );
}

interface ServersOutcomeProps {
  data: CallResponse<typeof compareServers>;
  /** Only this server; null = all. */
  host: string | null;
}

/** Findings on the servers: remarks on single servers, then the differing settings. */
export function ServersOutcome({ data, host }: ServersOutcomeProps) {
  const servers = data.servers.filter((server) => host === null || server.host === host);
  const rows = rowsFor(data.rows, host);
  const remarks = servers.flatMap((server) => {
    const remark = serverRemark(server, data.rows);
    return remark ? [{ host: server.host, ...remark }] : [];
  });
  const banners = remarks.map(({ host: name, meaning, title, text }) => (
    <Banner key={name} meaning={meaning} title={title}>
      {text}
    </Banner>
  ));
  if (rows.length > 0) {
    return (
      <>
        {banners}
        <ComparedTable rows={rows} data={data} />
      </>
    );
  }
  if (servers.length === 0) {
    return (
      <StatePanel framed icon={mdiServerOff} title="No servers: the service has no environment">
        The saved config is committed.
      </StatePanel>
    );
  }
  const same = remarks.length === 0;
  return (
    <>
      {banners}
      <StatePanel framed icon={mdiCheckCircleOutline} title={same ? 'Everything is the same' : 'No setting differs'}>
        {same
          ? `The saved config is committed, and ${countText(servers.length, 'server')} ${servers.length === 1 ? 'has' : 'have'} exactly this file.`
          : 'The saved config is committed, and every server that could be read has its settings.'}
      </StatePanel>
    </>
  );
}

/** Saved, committed and current server values: every setting that differs anywhere. */
export function ServersScreen() {
  const { editor } = useEditor();
  const query = useQuery(serversQuery(editor.target));
  const { data, refetch, isFetching } = query;
  const [chosen, setChosen] = useState<string | null>(null);
  const hosts = data?.servers.map((server) => server.host) ?? [];
  const host = chosen !== null && hosts.includes(chosen) ? chosen : null;
  const differ =
    data !== undefined &&
    (new Set(data.servers.map((server) => server.state)).size > 1 || data.rows.some((row) => row.servers.length > 1));
  const wrong = data !== undefined && data.revision > 0 && data.servers.some((server) => server.state !== 'same');
  return (
    <>
      <ServersToolbar reading={isFetching} onRead={() => void refetch()} readAt={data?.read_at} wrong={wrong}>
        {differ ? (
          <SelectField
            label="Server"
            hideLabel
            value={host ?? ''}
            onChange={(event) => setChosen(event.target.value || null)}
            options={[{ value: '', label: 'All servers' }, ...hosts.map((name) => ({ value: name, label: name }))]}
          />
        ) : null}
      </ServersToolbar>
      {editor.unsaved > 0 ? (
        <Quiet>
          Only what is saved is compared: your {countText(editor.unsaved, 'unsaved change')}{' '}
          {editor.unsaved === 1 ? 'is' : 'are'} left out.
        </Quiet>
      ) : null}
      <QueryView
        framed
        query={query}
        errorTitle="The servers could not be loaded"
        loading={
          <Stack gap={12} role="status" aria-label="Loading the servers">
            <Skeleton height={40} />
            <Skeleton height={96} />
            <Skeleton height={96} />
          </Stack>
        }
        empty={null}
      >
        {(found) => <ServersOutcome data={found} host={host} />}
      </QueryView>
    </>
  );
}
