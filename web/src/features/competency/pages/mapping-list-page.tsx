import { mdiPlus, mdiSwapHorizontal } from '@mdi/js';
import { createCompetencyMapping, listCompetencyMappings } from '@mission-control/contract/competency/calls';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LATEST_FIRST } from '../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { CreateMappingDialog } from '../parts/create-mapping-dialog.tsx';
import { mappingColumns } from '../parts/mapping-columns.tsx';

/** All competency mappings, ten a page [CMP-01], each with a link to its public page. */
export function MappingListPage() {
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const query = useQuery(queryOf(listCompetencyMappings, {}));
  const refusal = useRoleRefusal(createCompetencyMapping, 'create a mapping');
  return (
    <PageFrame
      title="Competency mapping"
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: 'Competency mapping' }]}
      count={query.data?.mappings.length}
      gap={12}
      actions={
        <ActionButton variant="primary" icon={mdiPlus} disabledReason={refusal} onClick={() => setCreating(true)}>
          Create mapping
        </ActionButton>
      }
    >
      <QueryTable
        label="Competency mappings"
        query={query}
        rows={({ mappings }) => mappings}
        columns={mappingColumns}
        getRowId={({ hash }) => hash}
        state={useTableUrl(LATEST_FIRST)}
        search={{
          label: 'Search mappings',
          textOf: ({ from, to, created_by: by }) => [from.tenant_name, to.tenant_name, by],
        }}
        onRowOpen={({ hash }) => void navigate({ to: '/competency-mapping/$hash', params: { hash } })}
        errorTitle="The mappings could not be loaded"
        empty={
          <StatePanel icon={mdiSwapHorizontal} title="No mappings yet">
            A mapping assigns the levels, groups and competencies of one tenant to those of another.
          </StatePanel>
        }
      />
      {creating ? <CreateMappingDialog onClose={() => setCreating(false)} /> : null}
    </PageFrame>
  );
}
