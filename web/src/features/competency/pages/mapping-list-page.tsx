import { mdiPlus, mdiSwapHorizontal } from '@mdi/js';
import type { CompetencyMappingRow } from '@mission-control/contract/competency/schema';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTableUrl } from '../../../lib/use-table-url.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { NoneFound } from '../../../ui/none-found.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { findMappings } from '../find-mappings.ts';
import { NEWEST } from '../mapping-search.ts';
import { CreateMappingDialog } from '../parts/create-mapping-dialog.tsx';
import { mappingColumns } from '../parts/mapping-columns.tsx';
import { mappingListQuery } from '../queries.ts';

/** As the documents say [CMP-01]. */
const PAGE = 10;

/** All competency mappings; each leads to its public page. */
export function MappingListPage() {
  const [creating, setCreating] = useState(false);
  const table = useTableUrl(NEWEST);
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(mappingListQuery);
  const create = (
    <ActionButton variant="primary" icon={mdiPlus} onClick={() => setCreating(true)}>
      Create mapping
    </ActionButton>
  );
  return (
    <PageFrame
      title="Competency mapping"
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: 'Competency mapping' }]}
      count={data?.mappings.length}
      gap={12}
      actions={create}
    >
      <Toolbar>
        <SearchField label="Search mappings" value={table.search} onChange={table.setSearch} />
      </Toolbar>
      <DataTable
        label="Competency mappings"
        columns={mappingColumns}
        rows={findMappings(data?.mappings ?? [], table.search)}
        getRowId={rowId}
        pageSize={PAGE}
        sort={table.sort}
        onSort={table.setSort}
        page={table.page}
        onPage={table.setPage}
        onRowOpen={({ hash }) => void navigate({ to: '/competency-mapping/$hash', params: { hash } })}
        loading={data === undefined && error === null}
        error={
          error && data === undefined ? (
            <ReadError
              title="The mappings could not be read"
              error={error}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : null
        }
        empty={
          <NoMappings all={data?.mappings.length ?? 0} search={table.search} onClear={() => table.setSearch('')} />
        }
      />
      {creating ? <CreateMappingDialog onClose={() => setCreating(false)} /> : null}
    </PageFrame>
  );
}

const rowId = (row: CompetencyMappingRow) => row.hash;

function NoMappings({ all, search, onClear }: { all: number; search: string; onClear: () => void }) {
  if (all > 0) return <NoneFound all={all} search={search} onClear={onClear} />;
  return (
    <StatePanel icon={mdiSwapHorizontal} title="No mappings yet.">
      A mapping says which levels, groups and competencies of one tenant stand for those of another.
    </StatePanel>
  );
}
