import { getTenantCron } from '@mission-control/contract/cron/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { ReportAge } from '../../../lib/tenant/report-age.tsx';
import { TenantSubpage } from '../../../lib/tenant/tenant-subpage.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { LogDialog } from '../parts/log-dialog.tsx';
import { TaskTable } from '../parts/task-table.tsx';
import { findTask, shownTasks } from '../task-key.ts';

/** The cron tasks of a tenant: /tenant/{id}/cron; `?task=` opens the log of one. */
export function TenantCronPage() {
  const { id = '' } = useParams({ strict: false });
  const tenantId = Number(id);
  const { data: tenant } = useQuery(queryOf(getTenant, { params: { id: tenantId } }));
  const query = useQuery(queryOf(getTenantCron, { params: { id: tenantId } }));
  const { data, error } = query;
  const [search, set] = useUrlState((all) => all);
  const opened = data && findTask(shownTasks(data.tasks), search.task);
  const show = (task: string | undefined) => set({ task }, true);
  return (
    <TenantSubpage
      tenantId={tenantId}
      tenant={tenant?.tenant}
      title="Cron logs"
      count={data?.tasks.length}
      meta={[
        data ? <ReportAge key="reported" at={data.created} /> : error ? null : <Skeleton key="reported" width={140} />,
      ]}
      gap={12}
    >
      <TaskTable query={query} onOpen={({ key }) => show(key)} />
      <LogDialog tenantId={tenantId} task={opened} onClose={() => show(undefined)} />
    </TenantSubpage>
  );
}
