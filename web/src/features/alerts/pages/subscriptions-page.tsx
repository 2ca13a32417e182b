import { mdiEmailPlusOutline } from '@mdi/js';
import { endAlertSubscription, listAlertRules, listAlertSubscriptions } from '@mission-control/contract/alerts/calls';
import type { AlertSubscription } from '@mission-control/contract/alerts/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { BY_PERSON } from '../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { ALERT_TOPICS, scopeText, SEVERITY_WORDS } from '../alert-words.ts';
import { AlertsFrame } from '../parts/alerts-frame.tsx';
import { SubscriptionDialog } from '../parts/subscription-dialog.tsx';

const severitiesText = ({ severities }: AlertSubscription): string =>
  severities.map((severity) => SEVERITY_WORDS[severity].label).join(', ');

const columnsFor = (rulesText: (row: AlertSubscription) => string): readonly Column<AlertSubscription>[] => [
  {
    id: 'person',
    header: 'Person',
    width: 170,
    narrowWidth: 120,
    sticky: true,
    strong: true,
    sortValue: ({ person }) => person,
    cell: ({ person, own, off }) => `${person}${own ? ' (you)' : ''}${off ? ', disabled' : ''}`,
  },
  { id: 'email', header: 'E-mail', width: 230, sortValue: ({ email }) => email, cell: ({ email }) => email },
  { id: 'severities', header: 'Severity', width: 180, cell: severitiesText },
  {
    id: 'rules',
    header: 'Rules',
    width: 200,
    text: rulesText,
    cell: (row) => <span title={rulesText(row)}>{rulesText(row)}</span>,
  },
  { id: 'scope', header: 'Applies to', width: 160, cell: ({ scope }) => scopeText(scope) },
  {
    id: 'last',
    header: 'Last sent',
    width: 110,
    sortValue: ({ last_sent_at }) => last_sent_at,
    cell: ({ last_sent_at }) => (last_sent_at === null ? 'Never' : <RelativeTime at={last_sent_at} />),
  },
];

function useRuleNames() {
  const rules = useQuery(queryOf(listAlertRules, {})).data?.rules;
  return useMemo(() => {
    const names = new Map(rules?.map(({ id, name }) => [id, name]));
    return (row: AlertSubscription): string =>
      row.rules.length === 0
        ? 'All'
        : row.rules.map((id) => names.get(id) ?? (rules ? 'A deleted rule' : '')).join(', ');
  }, [rules]);
}

/** E-mail subscriptions: people see their own, admins see all. */
export function SubscriptionsPage() {
  const query = useQuery(queryOf(listAlertSubscriptions, {}));
  const table = useTableUrl(BY_PERSON);
  const rulesText = useRuleNames();
  const columns = useMemo(() => columnsFor(rulesText), [rulesText]);
  const [dialog, setDialog] = useState<AlertSubscription | 'new' | null>(null);
  const subscriptions = query.data?.subscriptions ?? [];
  const knownEmail = subscriptions.find(({ own }) => own)?.email ?? '';
  const close = () => setDialog(null);
  return (
    <AlertsFrame
      tab="subscriptions"
      actions={
        <ActionButton
          variant="primary"
          icon={mdiEmailPlusOutline}
          aria-haspopup="dialog"
          onClick={() => setDialog('new')}
        >
          Subscribe
        </ActionButton>
      }
    >
      {query.data?.sends === false ? (
        <Banner meaning="warn" title="Nothing is sent yet.">
          An admin must first allow an e-mail channel to send subscriptions. The Mine filter on the alerts page works
          without it.
        </Banner>
      ) : null}
      <QueryTable
        label="Subscriptions"
        query={query}
        rows={({ subscriptions: rows }) => rows}
        columns={columns}
        getRowId={({ id }) => String(id)}
        state={table}
        search={{ label: 'Search subscriptions', textOf: (row) => [row.person, row.email, rulesText(row)] }}
        rowOff={({ off }) => off}
        onRowOpen={setDialog}
        errorTitle="The subscriptions could not be loaded"
        empty={
          <StatePanel icon={mdiEmailPlusOutline} title="No subscriptions yet">
            Subscribe to get e-mails about the alerts that you choose: by severity, rule, region, environment, tenant or
            view.
          </StatePanel>
        }
      />
      {dialog === null ? null : dialog === 'new' || dialog.own ? (
        <SubscriptionDialog subscription={dialog === 'new' ? null : dialog} knownEmail={knownEmail} onClose={close} />
      ) : (
        <EndOther subscription={dialog} onClose={close} />
      )}
    </AlertsFrame>
  );
}

/** Lets an admin end another person's subscription. */
function EndOther({ subscription, onClose }: { subscription: AlertSubscription; onClose: () => void }) {
  const end = useChange(ALERT_TOPICS, endAlertSubscription, 'Subscription ended', onClose);
  return (
    <ConfirmDialog
      open
      title={`End this subscription of ${subscription.person}?`}
      removed={[`${subscription.email} gets no more messages from it, not even those still waiting to be sent.`]}
      kept={['Sent messages, and other subscriptions.']}
      confirmLabel="End subscription"
      tone="danger"
      pending={end.isPending}
      onConfirm={() => end.mutate({ params: { id: subscription.id } })}
      onClose={onClose}
    />
  );
}
