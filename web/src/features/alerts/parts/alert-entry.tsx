import { mdiCheck } from '@mdi/js';
import { acknowledgeAlert, reopenAlert } from '@mission-control/contract/alerts/calls';
import { lengthText } from '@mission-control/contract/alerts/rules';
import type { AlertRow } from '@mission-control/contract/alerts/schema';
import { countText } from '@mission-control/contract/numbers';
import { useChange } from '../../../lib/api/use-change.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { ExactTime, RelativeTime } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow, panelSurface } from '../../../ui/theme/tokens.ts';
import { ALERT_TOPICS, SEVERITY_WORDS } from '../alert-words.ts';

const Entries = styled('ul')({ display: 'flex', flexDirection: 'column', gap: 8 });
const Entry = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) auto',
  alignItems: 'start',
  gap: '8px 16px',
  padding: '12px 16px',
  ...panelSurface,
  [narrow]: { gridTemplateColumns: 'minmax(0,1fr)' },
});
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 10px',
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, overflowWrap: 'anywhere' },
});
const Facts = styled('p')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 16px',
  marginTop: 4,
  fontSize: 13,
  color: color.text2,
  overflowWrap: 'anywhere',
});

interface Acknowledging {
  /** Asks how to acknowledge an alert. */
  onAcknowledge: (alert: AlertRow) => void;
}

export function AlertEntries({ alerts, onAcknowledge }: Acknowledging & { alerts: readonly AlertRow[] }) {
  return (
    <Entries aria-label="Alerts">
      {alerts.map((alert) => (
        <AlertEntry key={alert.id} alert={alert} onAcknowledge={onAcknowledge} />
      ))}
    </Entries>
  );
}

/** An alert in the list: title, times, counts and acknowledgement. */
function AlertEntry({ alert, onAcknowledge }: Acknowledging & { alert: AlertRow }) {
  const { label, meaning } = SEVERITY_WORDS[alert.severity];
  return (
    <Entry>
      <div>
        <Head>
          <StatusChip meaning={meaning} size="small">
            {label}
          </StatusChip>
          <h2>
            <Link href={`/alerts/${alert.id}`}>{alert.title}</Link>
          </h2>
          {alert.flapping ? <Badge tone="warn">Flapping</Badge> : null}
        </Head>
        <AlertFacts alert={alert} />
      </div>
      <AcknowledgeButton small alert={alert} onAcknowledge={onAcknowledge} />
    </Entry>
  );
}

/** Times, counts and the acknowledgement in one line. */
export function AlertFacts({ alert }: { alert: AlertRow }) {
  const { acknowledged, resolved_at: end, since, failing, count, members } = alert;
  const [first] = members;
  return (
    <Facts>
      <span>Rule {alert.rule.name}</span>
      {end === null ? (
        <span>
          Since <RelativeTime at={since} />
        </span>
      ) : (
        <span>
          Resolved <RelativeTime at={end} /> after {lengthText(Date.parse(end) - Date.parse(since))}
        </span>
      )}
      {count > 1 ? (
        <span>{end === null ? `${failing} of ${countText(count, 'item')} affected` : countText(count, 'item')}</span>
      ) : (
        <span>{first?.detail}</span>
      )}
      {alert.returns > 0 ? <span>Came back {countText(alert.returns, 'time')}</span> : null}
      {acknowledged === null ? null : (
        <span>
          Acknowledged by {acknowledged.by}
          {acknowledged.until === null ? null : (
            <>
              {' until '}
              <ExactTime at={acknowledged.until} />
            </>
          )}
          {acknowledged.note === '' ? '' : `: ${acknowledged.note}`}
        </span>
      )}
    </Facts>
  );
}

/** Acknowledges or reopens an alert; renders nothing for resolved ones. */
export function AcknowledgeButton({
  alert,
  onAcknowledge,
  small = false,
}: Acknowledging & { alert: AlertRow; small?: boolean }) {
  const refusal = useRoleRefusal(acknowledgeAlert, 'acknowledge alerts');
  const reopen = useChange(ALERT_TOPICS, reopenAlert, 'Alert reopened');
  if (alert.state === 'resolved') return null;
  const size = small ? ({ size: 'small' } as const) : null;
  if (alert.state === 'acknowledged')
    return (
      <ActionButton
        {...size}
        disabledReason={refusal}
        pending={reopen.isPending}
        aria-label={`Reopen ${alert.title}`}
        onClick={() => reopen.mutate({ params: { id: alert.id } })}
      >
        Reopen
      </ActionButton>
    );
  return (
    <ActionButton
      {...size}
      icon={mdiCheck}
      disabledReason={refusal}
      aria-haspopup="dialog"
      aria-label={`Acknowledge ${alert.title}`}
      onClick={() => onAcknowledge(alert)}
    >
      Acknowledge
    </ActionButton>
  );
}
