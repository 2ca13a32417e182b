import { mdiPlus, mdiSwapHorizontal } from '@mdi/js';
import { createCompetencyMapping, listCompetencyMappings } from '@mission-control/contract/competency/calls';
import type { CompetencyMappingRow } from '@mission-control/contract/competency/schema';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { findRows, LATEST_FIRST } from '../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { useRoleRefusal } from '../../../lib/who-may.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { NoneFound, StatePanel } from '../../../ui/layout/state-panel.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { CreateMappingDialog } from '../parts/create-mapping-dialog.tsx';
import { mappingColumns } from '../parts/mapping-columns.tsx';

const searchedTexts = ({ from, to, created_by: by }: CompetencyMappingRow) => [from.tenant_name, to.tenant_name, by];

/** All competency mappings, ten a page [CMP-01], each with a link to its public page. */
export function MappingListPage() {
  const [creating, setCreating] = useState(false);
  const table = useTableUrl(LATEST_FIRST);
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(queryOf(listCompetencyMappings, {}));
  const refusal = useRoleRefusal(createCompetencyMapping, 'create a mapping');
  const create = (
    <ActionButton variant="primary" icon={mdiPlus} disabledReason={refusal} onClick={() => setCreating(true)}>
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
        rows={findRows(data?.mappings ?? [], table.search, searchedTexts)}
        getRowId={rowId}
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
      A mapping assigns the levels, groups and competencies of one tenant to those of another.
    </StatePanel>
  );
}
