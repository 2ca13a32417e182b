import { getAlert } from '@mission-control/contract/alerts/calls';
import type { AlertRow } from '@mission-control/contract/alerts/schema';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryPage } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { timeColumn } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { SEVERITY_WORDS, STATE_LABELS } from '../alert-words.ts';
import { useAcknowledge } from '../parts/acknowledge-dialog.tsx';
import { AcknowledgeButton, AlertFacts } from '../parts/alert-entry.tsx';
import { ChangesBeforeButton } from '../../timeline/public.tsx';
import { DeliveryList } from '../parts/delivery-list.tsx';

type Member = AlertRow['members'][number];

const columns: readonly Column<Member>[] = [
  {
    id: 'label',
    header: 'What',
    strong: true,
    wrap: true,
    width: 320,
    narrowWidth: 200,
    cell: (member) => <Link href={member.link}>{member.label}</Link>,
    text: (member) => member.label,
  },
  { id: 'detail', header: 'Problem', wrap: true, cell: (member) => member.detail },
  timeColumn({ id: 'since', header: 'Since', width: 120 }, ({ since }) => since, { sorts: false }),
  timeColumn({ id: 'ended', header: 'Recovered', width: 120 }, ({ ended_at: at }) => at, {
    none: 'Not yet',
    sorts: false,
  }),
];

/** An alert with its members and the messages sent about it. */
export function AlertPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(queryOf(getAlert, { params: { id: Number(id) } }));
  const alert = query.data?.alert;
  const acknowledge = useAcknowledge();
  return (
    <QueryPage
      title={alert?.title ?? 'Alert'}
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: 'Alerts', href: '/alerts' }, { label: `Alert ${id}` }]}
      gap={12}
      chips={alert ? <Chips alert={alert} /> : null}
      actions={
        alert ? (
          <>
            <ChangesBeforeButton at={alert.since} tenant={onlyTenant(alert)} />
            <AcknowledgeButton alert={alert} onAcknowledge={acknowledge.ask} />
          </>
        ) : null
      }
      query={query}
      errorTitle="The alert could not be loaded"
      loading={<LoadingPanel label="Alert" rows={4} rowHeight={40} />}
      empty={null}
      notFound={
        <StatePanel
          framed
          title={`There is no alert ${id}`}
          actions={<ActionButton href="/alerts">All alerts</ActionButton>}
        >
          Resolved alerts are kept for 90 days.
        </StatePanel>
      }
    >
      {({ alert: shown, deliveries }) => (
        <>
          <AlertFacts alert={shown} />
          {acknowledge.dialog}
          <LocalTable
            label="Affected"
            rows={shown.members}
            columns={columns}
            getRowId={(member) => `${member.label} ${member.since}`}
            empty={<StatePanel title="No details are available" />}
          />
          <Card title="Sent">
            {deliveries.length === 0 ? (
              <p>Nothing was sent: the rule has no channel, or had none when the alert opened.</p>
            ) : (
              <DeliveryList deliveries={deliveries} shows="channel" />
            )}
          </Card>
        </>
      )}
    </QueryPage>
  );
}

/** The tenant of all members; null when there are several, or none. */
function onlyTenant({ members }: AlertRow): number | null {
  const ids = new Set(members.map(({ tenant_id: id }) => id));
  const [only = null] = ids;
  return ids.size === 1 ? only : null;
}

function Chips({ alert }: { alert: AlertRow }) {
  const { label, meaning } = SEVERITY_WORDS[alert.severity];
  return (
    <>
      <StatusChip meaning={meaning}>{label}</StatusChip>
      <StatusChip meaning="plain" variant="outline">
        {STATE_LABELS[alert.state]}
      </StatusChip>
      {alert.flapping ? <Badge tone="warn">Flapping</Badge> : null}
    </>
  );
}
