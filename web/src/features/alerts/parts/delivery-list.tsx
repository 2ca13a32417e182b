import type { Delivery } from '@mission-control/contract/alerts/schema';
import { countText } from '@mission-control/contract/numbers';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { DELIVERY_WORDS, EVENT_LABELS } from '../alert-words.ts';

const List = styled('ul')({
  display: 'flex',
  flexDirection: 'column',
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '8px 0',
    borderTop: `1px solid ${color.line}`,
    fontSize: 13,
    overflowWrap: 'anywhere',
  },
  '& li:first-of-type': { borderTop: 0 },
  '& span + span': { color: color.text2 },
});

/** Messages with their outcome. @param shows what distinguishes them */
export function DeliveryList({ deliveries, shows }: { deliveries: readonly Delivery[]; shows: 'channel' | 'event' }) {
  return (
    <List>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <StatusChip meaning={DELIVERY_WORDS[delivery.state].meaning} variant="quiet">
            {DELIVERY_WORDS[delivery.state].label}
          </StatusChip>
          <span>
            {EVENT_LABELS[delivery.event]}
            {shows === 'channel' || delivery.person !== null ? ` to ${delivery.person ?? delivery.channel.name}` : ''}
          </span>
          <span>
            <RelativeTime at={delivery.sent_at ?? delivery.created_at} />
          </span>
          {delivery.attempts > 1 ? <span>{countText(delivery.attempts, 'attempt')}</span> : null}
          {delivery.outcome === null ? null : <span>{delivery.outcome}</span>}
          {delivery.due_at === null || delivery.attempts === 0 ? null : (
            <span>
              Next attempt <RelativeTime at={delivery.due_at} />
            </span>
          )}
        </li>
      ))}
    </List>
  );
}
