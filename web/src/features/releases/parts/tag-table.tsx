import type { CallResponse } from '@mission-control/contract/call';
import type { listTags } from '@mission-control/contract/releases/calls';
import type { TagRow, VersionRow } from '@mission-control/contract/releases/schema';
import { useMemo } from 'react';
import type { QueryState } from '../../../lib/query/query-page.tsx';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { RelativeTime, timeColumn } from '../../../ui/display/relative-time.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { color } from '../../../ui/theme/tokens.ts';

type Tags = QueryState<CallResponse<typeof listTags>>;

/** Replaces the disabled query while no app is chosen. */
const NO_TAGS: Tags = { data: { tags: [], left_out: 0 }, error: null, isFetching: false, refetch: () => undefined };

interface TagTableProps {
  app: string | null;
  query: Tags;
  /** Of the app; undefined while unknown. */
  versions: readonly VersionRow[] | undefined;
  /** The service to release; '' while none is chosen. */
  service: string;
  onChoose: (tag: string) => void;
}

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '8px 16px',
  minHeight: 48,
  borderBottom: `1px solid ${color.line}`,
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.01em' },
});

const ROWS_A_PAGE = 10;

/** The tags of an app, newest first [REL-03, REL-04], and which of them are released: for the chosen service, or for any. */
export function TagTable({ app, query, versions, service, onChoose }: TagTableProps) {
  const columns = useMemo(() => {
    const released = versions?.filter(({ services }) => service === '' || services.includes(service));
    return columnsOf(released, service, onChoose);
  }, [versions, service, onChoose]);
  const head = (
    <Head>
      <h2>Tags</h2>
      {app === null ? null : (
        <StatusChip meaning="plain" variant="outline" size="small">
          {app}
        </StatusChip>
      )}
    </Head>
  );
  return (
    <QueryTable
      label="Tags"
      columns={columns}
      query={app === null ? NO_TAGS : query}
      rows={({ tags }) => tags}
      getRowId={(row) => row.tag}
      pageSize={ROWS_A_PAGE}
      errorTitle="The tags could not be loaded"
      toolbar={head}
      empty={
        app === null ? (
          <StatePanel title="No app is chosen">Choose one to see its tags and what was released.</StatePanel>
        ) : (
          <StatePanel title="No tags">The repository of {app} has none yet. Create the first one.</StatePanel>
        )
      }
    />
  );
}

/** @param released undefined while unknown @param service '' while none is chosen */
function columnsOf(
  released: readonly VersionRow[] | undefined,
  service: string,
  onChoose: (tag: string) => void,
): Column<TagRow>[] {
  const releaseOf = (tag: string) => released?.find((one) => one.version === tag);
  const none = released && 'not released';
  // Time and author are those of the last release of the version, which may be of another service.
  const isKnown = ({ services }: VersionRow) => service === '' || services.length === 1;
  return [
    {
      id: 'tag',
      header: 'Tag',
      width: 112,
      sticky: true,
      strong: true,
      text: ({ tag }) => tag,
      cell: ({ tag }) => <Mono small>{tag}</Mono>,
    },
    { id: 'branch', header: 'Branch', narrowWidth: 96, cell: ({ branch }) => branch || 'none has it' },
    {
      id: 'commit',
      header: 'Commit',
      width: 88,
      text: ({ commit }) => commit,
      cell: ({ commit }) => <Mono small>{commit.slice(0, 9)}</Mono>,
    },
    timeColumn({ id: 'age', header: 'Created', width: 104 }, ({ created_at: at }) => at, { sorts: false }),
    {
      id: 'released',
      header: 'Release',
      width: 112,
      text: ({ tag }) => {
        const release = releaseOf(tag);
        return release ? (isKnown(release) ? release.created_at : 'released') : none;
      },
      cell: ({ tag }) => {
        const release = releaseOf(tag);
        return release ? <Released version={isKnown(release) ? release : null} /> : none;
      },
    },
    {
      id: 'choose',
      header: 'Actions',
      text: null,
      width: 100,
      align: 'right',
      cell: ({ tag }) => (
        <ActionButton size="small" aria-label={`Choose ${tag}`} onClick={() => onChoose(tag)}>
          Choose
        </ActionButton>
      ),
    },
  ];
}

/** @param version null: time and author are unknown */
function Released({ version }: { version: VersionRow | null }) {
  return (
    <StatusChip meaning="good" variant="quiet" size="small" title={version ? `By ${version.created_by}` : undefined}>
      {version ? <RelativeTime at={version.created_at} /> : 'released'}
    </StatusChip>
  );
}
