import { previewBulkFile } from '@mission-control/contract/bulk/calls';
import type { BulkAction, BulkFile, BulkPlanRow } from '@mission-control/contract/bulk/schema';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { SidePanel } from '../../../ui/dialog/side-panel.tsx';
import { DiffView } from '../../../ui/display/diff-view.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';

interface FilePanelProps {
  action: BulkAction;
  row: BulkPlanRow;
  onClose: () => void;
}

/** The lines of a tenant's file that a bulk change removes and adds. */
export function FilePanel({ action, row: { tenant_id: tenant, tenant_name, seen }, onClose }: FilePanelProps) {
  const query = useQuery({
    queryKey: [previewBulkFile.name, action, tenant, seen],
    queryFn: ({ signal }) => api.send(previewBulkFile, { body: { action, tenant } }, { signal }),
    gcTime: 0,
  });
  return (
    <SidePanel
      open
      title={tenant_name}
      detail={query.data ? detailOf(query.data) : query.error ? ' ' : 'Loading the file'}
      onClose={onClose}
    >
      <QueryView
        framed
        query={query}
        errorTitle="The file could not be previewed"
        loading={<Skeleton height={160} role="status" aria-label="Loading the file" />}
        empty={null}
      >
        {({ path, before, after }) => (
          <>
            <Mono small>{path}</Mono>
            {before?.content === after ? (
              <p>No line of the file differs.</p>
            ) : (
              <DiffView label={`Lines of ${path}`} before={before?.content ?? null} after={after} />
            )}
          </>
        )}
      </QueryView>
    </SidePanel>
  );
}

function detailOf({ from, before }: BulkFile): string {
  if (from === 'committed')
    return before ? `Compared with r${before.revision}, which is committed` : 'Nothing was committed before';
  return before
    ? `Compared with r${before.revision}, which is saved; servers are not written to`
    : 'Nothing was saved before';
}
