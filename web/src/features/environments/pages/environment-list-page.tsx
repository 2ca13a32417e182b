import { mdiServerOff } from '@mdi/js';
import { listEnvironments } from '@mission-control/contract/environments/calls';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BY_NAME } from '../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { environmentColumns, searchedTexts } from '../parts/environment-columns.tsx';

/** All environments, each with a link to its tenants. */
export function EnvironmentListPage() {
  const query = useQuery(queryOf(listEnvironments, {}));
  const navigate = useNavigate();
  return (
    <PageFrame title="Environment" count={query.data?.environments.length} gap={12}>
      <QueryTable
        label="Environments"
        query={query}
        rows={({ environments }) => environments}
        columns={environmentColumns}
        getRowId={(row) => String(row._id)}
        state={useTableUrl(BY_NAME)}
        search={{ label: 'Search environments', textOf: searchedTexts }}
        onRowOpen={(row) => void navigate({ to: '/tenant', search: { environment: row._id } })}
        errorTitle="The environments could not be loaded"
        empty={
          <StatePanel icon={mdiServerOff} title="No environments">
            An admin can add environments under Tools, Fleet, or with an inventory.
          </StatePanel>
        }
      />
    </PageFrame>
  );
}
