import { mdiLinkVariant, mdiLinkVariantOff, mdiRefresh } from '@mdi/js';
import type { CallRequest, CallResponse } from '@mission-control/contract/call';
import {
  listStatusPages,
  publishStatusPage,
  withdrawStatusPage,
  type StatusPage,
} from '@mission-control/contract/monitors/calls';
import { numberText } from '@mission-control/contract/numbers';
import { TOPIC } from '@mission-control/contract/topics';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { BY_NAME } from '../../../lib/address/table-search.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { toast } from '../../../ui/toast/toast.ts';

/** What to confirm: both actions invalidate the current address. */
type Asked = { page: StatusPage; what: 'renew' | 'withdraw' };

const addressOf = (path: string): string => new URL(path, globalThis.location.origin).href;

interface PageActionsProps {
  page: StatusPage;
  /** Why the user may not change status pages; null: they may. */
  refusal: string | null;
  publishing: boolean;
  onPublish: (request: CallRequest<typeof publishStatusPage>) => void;
  onAsk: (asked: Asked) => void;
}

function PageActions({ page, refusal, publishing, onPublish, onAsk }: PageActionsProps) {
  const common = { size: 'small', disabledReason: refusal } as const;
  if (page.path === null)
    return (
      <ActionButton
        {...common}
        icon={mdiLinkVariant}
        pending={publishing}
        onClick={() => onPublish(publishRequest(page))}
      >
        Publish
      </ActionButton>
    );
  return (
    <>
      <ActionButton {...common} icon={mdiRefresh} onClick={() => onAsk({ page, what: 'renew' })}>
        New address
      </ActionButton>{' '}
      <ActionButton {...common} icon={mdiLinkVariantOff} onClick={() => onAsk({ page, what: 'withdraw' })}>
        Withdraw
      </ActionButton>
    </>
  );
}

const factColumns: readonly Column<StatusPage>[] = [
  {
    id: 'name',
    header: 'Account',
    strong: true,
    narrowWidth: 150,
    cell: ({ name }) => name,
    sortValue: ({ name }) => name.toLowerCase(),
    text: ({ name }) => name,
  },
  {
    id: 'tenants',
    header: 'Tenants',
    width: 100,
    align: 'right',
    cell: ({ tenants }) => numberText(tenants),
    sortValue: ({ tenants }) => tenants,
  },
  {
    id: 'page',
    header: 'Page',
    width: 120,
    cell: ({ path }) =>
      path === null ? (
        'None'
      ) : (
        <>
          <Link href={path} target="_blank">
            Open
          </Link>{' '}
          <CopyButton small text={addressOf(path)} label="Copy address" />
        </>
      ),
    text: ({ path }) => (path === null ? '' : addressOf(path)),
    sortValue: ({ path }) => path === null,
  },
  {
    id: 'published',
    header: 'Published',
    width: 200,
    cell: ({ published_at: at, published_by: by }) =>
      at === null ? (
        '–'
      ) : (
        <>
          <RelativeTime at={at} /> by {by}
        </>
      ),
    text: ({ published_at: at }) => at,
    sortValue: ({ published_at: at }) => at ?? '',
  },
];

const CRUMBS = [{ label: 'Monitor', href: '/monitor' }, { label: 'Status pages' }];

const TOPICS = [TOPIC.statusPages];

/** For an account with a page, requests a new address. */
const publishRequest = ({ account, path }: StatusPage) => ({ params: { account }, body: { renew: path !== null } });

const published = ({ name }: CallResponse<typeof publishStatusPage>) =>
  toast.success(`Status page of ${name} published`);

/** The public status pages of accounts. */
export function StatusPagesPage() {
  const table = useTableUrl(BY_NAME);
  const query = useQuery(queryOf(listStatusPages, {}));
  const refusal = useRoleRefusal(publishStatusPage, 'publish a status page');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { mutate: publish, isPending, variables } = useChange(TOPICS, publishStatusPage, published);
  const publishing = isPending ? variables.params.account : null;
  const columns = useMemo(() => {
    const cell = (page: StatusPage) => (
      <PageActions
        page={page}
        refusal={refusal}
        publishing={page.account === publishing}
        onPublish={publish}
        onAsk={setAsked}
      />
    );
    return [...factColumns, { id: 'do', header: 'Actions', width: 280, align: 'right' as const, text: null, cell }];
  }, [refusal, publish, publishing]);
  return (
    <PageFrame
      title="Status pages"
      crumbs={CRUMBS}
      meta={['Anyone with the address sees the states, uptime and incidents of an account, without hosts']}
    >
      <QueryTable
        label="Status pages"
        query={query}
        rows={({ pages }) => pages}
        columns={columns}
        getRowId={({ account }) => String(account)}
        state={table}
        search={{ label: 'Search accounts', textOf: ({ name }) => [name] }}
        errorTitle="The status pages could not be loaded"
        empty={<StatePanel title="No accounts" />}
      />
      {asked === null ? null : <AskDialog {...asked} onClose={() => setAsked(null)} />}
    </PageFrame>
  );
}

/** Confirms what ends the current address of a page. */
function AskDialog({ what, page, onClose }: Asked & { onClose: () => void }) {
  const renew = useChange(TOPICS, publishStatusPage, published, onClose);
  const withdraw = useChange(TOPICS, withdrawStatusPage, 'Status page withdrawn', onClose);
  return (
    <ConfirmDialog
      open
      title={what === 'renew' ? 'Give the page a new address?' : 'Withdraw the status page?'}
      confirmLabel={what === 'renew' ? 'New address' : 'Withdraw'}
      pending={renew.isPending || withdraw.isPending}
      onClose={onClose}
      onConfirm={() =>
        what === 'renew' ? renew.mutate(publishRequest(page)) : withdraw.mutate({ params: { account: page.account } })
      }
    >
      The current address of {page.name} stops working at once.
    </ConfirmDialog>
  );
}
