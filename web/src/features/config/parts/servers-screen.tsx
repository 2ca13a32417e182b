import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { serversQuery } from '../queries.ts';
import { changesText } from '../state/save-diff.ts';
import { useEditor } from './editor-context.ts';
import { Quiet, Stack } from './layout.ts';
import { ReadError } from '../../../ui/read-error.tsx';
import { ServersOutcome } from './servers-outcome.tsx';
import { ServersToolbar } from './servers-toolbar.tsx';

/** Saved, committed and on the servers now: every setting that is not the same everywhere. */
export function ServersScreen() {
  const { editor } = useEditor();
  const { data, error, refetch, isFetching } = useQuery(serversQuery(editor.target));
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
        <Quiet>Your {changesText(editor.unsaved, 'unsaved change')} are not looked at here: only what is saved.</Quiet>
      ) : null}
      {error && !data ? (
        <ReadError
          framed
          title="The servers could not be read"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <ServersOutcome data={data} host={host} />
      ) : (
        <Stack gap={12} role="status" aria-label="Reading the servers">
          <Skeleton height={40} />
          <Skeleton height={96} />
          <Skeleton height={96} />
        </Stack>
      )}
    </>
  );
}
