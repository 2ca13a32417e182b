import { mdiBullhornOutline, mdiPencilOutline, mdiSendCheckOutline } from '@mdi/js';
import {
  addAlertChannel,
  listAlertChannels,
  listDeliveries,
  saveAlertChannel,
  testAlertChannel,
} from '@mission-control/contract/alerts/calls';
import type { AlertChannel } from '@mission-control/contract/alerts/schema';
import type { CallResponse } from '@mission-control/contract/call';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { useReadRefusal, useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { LoadingPanel, Skeleton } from '../../../ui/layout/skeleton.tsx';
import { AdminsOnly, StatePanel } from '../../../ui/layout/state-panel.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { ALERT_TOPICS, CHANNEL_LABELS } from '../alert-words.ts';
import { AlertsFrame } from '../parts/alerts-frame.tsx';
import { ChannelDialog } from '../parts/channel-dialog.tsx';
import { DeliveryList } from '../parts/delivery-list.tsx';

/** Where alerts are sent. For admins only: channels contain secrets. */
export function ChannelsPage() {
  const refusal = useReadRefusal(listAlertChannels, 'see the channels');
  if (refusal === null) return <Channels />;
  return (
    <AlertsFrame tab="channels">
      <AdminsOnly>{refusal}</AdminsOnly>
    </AlertsFrame>
  );
}

function Channels() {
  const query = useQuery(queryOf(listAlertChannels, {}));
  const [dialog, setDialog] = useState<AlertChannel | 'new' | null>(null);
  return (
    <AlertsFrame
      tab="channels"
      actions={
        <ActionButton
          variant="primary"
          icon={mdiBullhornOutline}
          aria-haspopup="dialog"
          disabledReason={useRoleRefusal(addAlertChannel, 'add a channel')}
          onClick={() => setDialog('new')}
        >
          Add channel
        </ActionButton>
      }
    >
      <QueryView
        framed
        query={query}
        errorTitle="The channels could not be loaded"
        loading={<LoadingPanel label="Channels" rows={3} rowHeight={96} />}
        empty={{
          when: ({ channels }) => channels.length === 0,
          show: (
            <StatePanel framed icon={mdiBullhornOutline} title="No channels yet">
              Channels send alerts by e-mail or to a webhook, Slack or Teams. Add one, test it, and choose it in a rule.
            </StatePanel>
          ),
        }}
      >
        {({ channels }) =>
          channels.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} onChange={() => setDialog(channel)} />
          ))
        }
      </QueryView>
      {dialog === null ? null : (
        <ChannelDialog
          channel={dialog === 'new' ? null : (query.data?.channels.find(({ id }) => id === dialog.id) ?? dialog)}
          onClose={() => setDialog(null)}
        />
      )}
    </AlertsFrame>
  );
}

function ChannelCard({ channel, onChange }: { channel: AlertChannel; onChange: () => void }) {
  const { id, name, kind, target, enabled, rules, waiting } = channel;
  const testRefusal = useRoleRefusal(testAlertChannel, 'test a channel');
  const changeRefusal = useRoleRefusal(saveAlertChannel, 'change a channel');
  const [isOpen, setOpen] = useState(false);
  const test = useChange(ALERT_TOPICS, testAlertChannel, (result) => reportTest(name, result));
  return (
    <Card
      title={name}
      subtitle={`${CHANNEL_LABELS[kind]} to ${target}`}
      chips={
        <>
          {enabled ? null : <Badge>Switched off</Badge>}
          <Badge>{countText(rules, 'rule')}</Badge>
          {channel.email?.people ? <Badge>For subscriptions</Badge> : null}
          {waiting > 0 ? <Badge tone="warn">{waiting} waiting</Badge> : null}
        </>
      }
      footer={
        <>
          <ActionButton
            size="small"
            icon={mdiSendCheckOutline}
            aria-label={`Test ${name}`}
            pending={test.isPending}
            disabledReason={testRefusal}
            onClick={() => test.mutate({ params: { id } })}
          >
            Test
          </ActionButton>
          <ActionButton
            size="small"
            icon={mdiPencilOutline}
            aria-label={`Edit ${name}`}
            disabledReason={changeRefusal}
            onClick={onChange}
          >
            Edit
          </ActionButton>
          <ActionButton
            size="small"
            variant="ghost"
            aria-expanded={isOpen}
            aria-label={`Last messages to ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            Last messages
          </ActionButton>
        </>
      }
    >
      {isOpen ? <LastDeliveries id={id} /> : null}
      {!isOpen && channel.last ? <DeliveryList deliveries={[channel.last]} shows="event" /> : null}
    </Card>
  );
}

/** @param name of the channel */
function reportTest(name: string, { state, outcome, refused }: CallResponse<typeof testAlertChannel>): void {
  const more = { detail: outcome ?? undefined };
  if (state !== 'sent') toast.error(`The test did not reach ${name}`, more);
  else if (refused.length > 0) toast.warning(`The test did not reach ${refused.join(', ')}`, more);
  else toast.success(`The test reached ${name}`, more);
}

function LastDeliveries({ id }: { id: number }) {
  const query = useQuery(queryOf(listDeliveries, { params: { id } }));
  return (
    <QueryView
      query={query}
      errorTitle="The messages could not be loaded"
      loading={<Skeleton height={40} />}
      empty={{ when: ({ deliveries }) => deliveries.length === 0, show: <p>Nothing has been sent yet.</p> }}
    >
      {({ deliveries }) => <DeliveryList deliveries={deliveries} shows="event" />}
    </QueryView>
  );
}
