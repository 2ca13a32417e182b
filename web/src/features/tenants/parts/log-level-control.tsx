import { mdiAccountOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { relativeTimeText, utcTimeText } from '../../../ui/relative-time-text.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useLogLevel } from '../use-log-level.ts';
import { Box, Line } from './log-level-box.ts';
import { LogLevelChoice } from './log-level-choice.tsx';
import { LogLevelCountdown } from './log-level-countdown.tsx';

/** The log level of a tenant: which one, until when, another one for a while [TEN-46]. */
export function LogLevelControl({ tenant }: { tenant: TenantDetail }) {
  const { level, temporary, now, set, restore } = useLogLevel(tenant._id, tenant.log_level);
  return (
    <Box aria-label="Log level">
      <Line>
        <h3>Log level</h3>
        {/* Says a change once; the countdown is not read out. */}
        <span role="status">
          <StatusChip meaning={temporary ? 'notice' : 'plain'} variant={temporary ? 'tint' : 'outline'} size="small">
            {level}
          </StatusChip>
          {temporary ? 'temporary' : null}
        </span>
      </Line>
      {temporary ? <LogLevelCountdown temporary={temporary} /> : null}
      <LogLevelChoice pending={set.isPending} onSet={set.mutate} />
      {temporary ? (
        <Line>
          <span title={utcTimeText(temporary.setAt)}>
            <Icon path={mdiAccountOutline} size={14} />
            <span>
              Set {relativeTimeText(temporary.setAt, now)} by <b>{temporary.setBy}</b>
            </span>
          </span>
          <ActionButton variant="ghost" size="small" pending={restore.isPending} onClick={() => restore.mutate()}>
            Restore {temporary.restores} now
          </ActionButton>
        </Line>
      ) : (
        <p>Sets a level for a while; afterwards the previous one is restored by itself.</p>
      )}
    </Box>
  );
}
