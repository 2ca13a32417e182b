import { mdiFilterOffOutline, mdiShieldCheckOutline, mdiShieldSearch, mdiTrayArrowDown } from '@mdi/js';
import { exportAudit, getAuditStores, listAuditEvents, verifyAudit } from '@mission-control/contract/audit/calls';
import { selectTenants } from '@mission-control/contract/tenants/calls';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useUrlState, useUrlText } from '../../../lib/address/use-url-text.ts';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { pagedQueryOf } from '../../../lib/query/pages.tsx';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { useReadRefusal, useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { MenuButton } from '../../../ui/action/menu-button.tsx';
import { downloadFile } from '../../../ui/action/download-file.ts';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { AdminsOnly, StatePanel } from '../../../ui/layout/state-panel.tsx';
import { auditSearch, type AuditSearch } from '../audit-search.ts';
import { AuditFilters } from '../parts/audit-filters.tsx';
import { EventDays } from '../parts/event-days.tsx';
import { VerifyDialog } from '../parts/verify-dialog.tsx';
import { PinnedViews, ViewsMenu } from '../../views/public.tsx';

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Audit' }];

/** All recorded events. For admins only; others see the changes of each tenant. */
export function AuditPage() {
  const refusal = useReadRefusal(listAuditEvents, 'see the whole audit log');
  if (refusal === null) return <Audit />;
  return (
    <PageFrame title="Audit" crumbs={CRUMBS}>
      <AdminsOnly>{refusal} The changes of a tenant are on its page.</AdminsOnly>
    </PageFrame>
  );
}

function useAudit() {
  const [search, show] = useUrlState(auditSearch);
  const navigate = useNavigate();
  const query = useInfiniteQuery(
    pagedQueryOf(listAuditEvents, (before: number | null) => ({
      query: { ...search, ...(before !== null && { before }) },
    })),
  );
  const clear = () => void navigate({ to: '/audit', search: {} });
  return { search, query, show, clear };
}

function Audit() {
  const { search, query, show, clear } = useAudit();
  const [text, setText] = useUrlText(search.text ?? '', (typed) => show({ text: typed, id: undefined }, true));
  const [verifying, setVerifying] = useState(false);
  const verifyRefusal = useRoleRefusal(verifyAudit, 'verify the audit log');
  const tenants = useQuery(queryOf(selectTenants, {}));
  const names = new Map(tenants.data?.tenants.map(({ id, tenant_name }) => [id, tenant_name]));
  const isFiltered = Object.keys(search).length > 0;
  return (
    <PageFrame
      title="Audit"
      crumbs={CRUMBS}
      gap={12}
      actions={
        <>
          <ViewsMenu page="audit" />
          <ActionButton
            icon={mdiShieldCheckOutline}
            aria-haspopup="dialog"
            disabledReason={verifyRefusal}
            onClick={() => setVerifying(true)}
          >
            Verify
          </ActionButton>
          <ExportMenu search={search} />
        </>
      }
    >
      <FailingStores />
      <PinnedViews page="audit" all="Everything" />
      <AuditFilters
        search={search}
        text={text}
        onText={setText}
        onChange={(part, replace) => show({ ...part, id: undefined }, replace)}
        onClear={isFiltered ? clear : null}
      />
      <EventDays
        query={query}
        errorTitle="The audit log could not be loaded"
        tenantName=""
        tenantNames={names}
        empty={
          <StatePanel
            framed
            icon={isFiltered ? mdiFilterOffOutline : mdiShieldSearch}
            title={isFiltered ? 'No events match' : 'Nothing has been recorded yet'}
            {...(isFiltered ? { actions: <ActionButton onClick={clear}>Show everything</ActionButton> } : null)}
          >
            Every change, reveal and refusal is recorded with who made it and when.
          </StatePanel>
        }
      />
      {verifying ? <VerifyDialog onClose={() => setVerifying(false)} /> : null}
    </PageFrame>
  );
}

/** Warns when signed checkpoints do not reach a store outside this machine. */
function FailingStores() {
  const { data } = useQuery(queryOf(getAuditStores, {}));
  const failing = data?.stores.filter(({ failure }) => failure !== null) ?? [];
  return failing.map(({ store, failing_since: since, failure }) => (
    <Banner key={store} meaning="warn" live title={`Checkpoints do not reach the ${store}`}>
      {failure}{' '}
      {since === null ? null : (
        <>
          First failed <RelativeTime at={since} />; delivery is retried.
        </>
      )}
    </Banner>
  ));
}

const FORMATS = [
  { id: 'csv', label: 'CSV', detail: 'For spreadsheets' },
  { id: 'ndjson', label: 'NDJSON', detail: 'One event per line, for programs' },
] as const;

/** Downloads all pages of the filtered events. */
function ExportMenu({ search }: { search: AuditSearch }) {
  const download = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]['id']) => {
      const answer = await api.open(exportAudit, { query: { ...search, format } }, {});
      return { format, content: await answer.blob() };
    },
    onSuccess: ({ format, content }) =>
      downloadFile(`audit-${new Date().toISOString().slice(0, 10)}.${format}`, content),
    onError: (error) => toastError(error),
  });
  return (
    <MenuButton
      label="Export"
      icon={mdiTrayArrowDown}
      pending={download.isPending}
      disabledReason={useRoleRefusal(exportAudit, 'export the audit log')}
      items={FORMATS.map(({ id, label, detail }) => ({ id, label, detail, onSelect: () => download.mutate(id) }))}
    />
  );
}
