import { useRoleRefusal } from '../../lib/role-refusal.ts';
import { mdiAccountOutline } from '@mdi/js';
import {
  countdownParts,
  LOG_LEVEL_FAILED,
  DEFAULT_LOG_LEVEL,
  DEFAULT_LOG_MINUTES,
  LOG_MINUTES,
} from '@mission-control/contract/control/rules';
import { type TenantLogLevel, LOG_LEVELS, logLevel, type LogLevel } from '@mission-control/contract/control/schema';
import { restoreLogLevel, setLogLevel } from '@mission-control/contract/control/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryOf } from '../../lib/api/query.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { useNow } from '../../ui/display/now.ts';
import { ExactTime } from '../../ui/display/relative-time.tsx';
import { clockText, exactTimeText, relativeTimeText } from '../../ui/display/times.ts';
import { StatusChip } from '../../ui/display/status-chip.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import {
  type TemporaryLevel,
  logLevelNow,
  returnAfter,
  serverClock,
  type WantedLevel,
  minutesText,
} from './log-level-state.ts';
import { Box, Line, After, Bar, Clock, Choices } from './log-level-box.ts';

const LEVELS = LOG_LEVELS.map((level) => ({ value: level, label: level }));
const MINUTES = LOG_MINUTES.map((minutes) => ({ value: String(minutes), label: minutesText(minutes) }));

interface LogLevelChoiceProps {
  pending: boolean;
  refusal: string | null;
  onSet: (wanted: WantedLevel) => void;
}

/** Which level, for how many minutes [LOG-03, LOG-04, LOG-05, LOG-06]. */
function LogLevelChoice({ pending, refusal, onSet }: LogLevelChoiceProps) {
  const [level, setLevel] = useState<LogLevel>(DEFAULT_LOG_LEVEL);
  const [minutes, setMinutes] = useState<number>(DEFAULT_LOG_MINUTES);
  return (
    <Choices
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending && refusal === null) onSet({ level, minutes });
      }}
    >
      <SelectField
        label="Level"
        hideLabel
        options={LEVELS}
        value={level}
        onChange={(event) => setLevel(logLevel.parse(event.target.value))}
      />
      <SelectField
        label="For how long"
        hideLabel
        options={MINUTES}
        value={String(minutes)}
        onChange={(event) => setMinutes(Number(event.target.value))}
      />
      <ActionButton type="submit" pending={pending} disabledReason={refusal}>
        Set
      </ActionButton>
    </Choices>
  );
}

/** The current log level of a tenant, and its actions. */
export function useLogLevel(id: number, read: TenantLogLevel) {
  const client = useQueryClient();
  const query = queryOf(getTenant, { params: { id } });
  const { dataUpdatedAt } = useQuery(query);
  const now = serverClock({ server: Date.parse(read.server_time), browser: dataUpdatedAt }, useNow(1000));
  const state = logLevelNow(read, now);
  const { queryKey } = query;
  useEffect(() => {
    // The server restores the level itself; its response is authoritative.
    if (state.over) void client.invalidateQueries({ queryKey });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the same for the same tenant
  }, [client, id, state.over]);

  const handlers = {
    // Queued with the tenant's other changes: later ones need the version this one creates.
    scope: { id: `tenant-${id}` },
    onSuccess: async ({ log_level, warning }: { log_level: TenantLogLevel; warning?: string | undefined }) => {
      client.setQueryData(queryKey, (kept) => kept && { tenant: { ...kept.tenant, log_level } });
      if (warning !== undefined) toast.warning(warning);
      await client.invalidateQueries({ queryKey });
    },
    onError: (error: Error) => {
      // A missing role has already been reported.
      if (!(error instanceof ApiError && error.announced)) toast.error(LOG_LEVEL_FAILED, { detail: error.message });
    },
  };
  const set = useMutation({
    mutationFn: ({ level, minutes }: WantedLevel) =>
      api.send(setLogLevel, { params: { id }, body: { new: level, return: returnAfter(now, minutes) } }),
    ...handlers,
  });
  const restore = useMutation({ mutationFn: () => api.send(restoreLogLevel, { params: { id } }), ...handlers });
  return { ...state, now, set, restore };
}

const two = (value: number) => String(value).padStart(2, '0');

/** Remaining time of a temporary level, and the level after it [LOG-08, LOG-09]. */
function LogLevelCountdown({ temporary: { restMs, until, restores, share } }: { temporary: TemporaryLevel }) {
  const { hours, minutes, seconds } = countdownParts(restMs);
  return (
    <>
      <Line>
        {/* role="timer" implies aria-live="off": screen readers read it on demand, not every second. */}
        <Clock role="timer" aria-label="Time left">
          <strong>{two(hours)}</strong>
          <span>h</span>
          <strong>{two(minutes)}</strong>
          <span>min</span>
          <strong>{two(seconds)}</strong>
          <span>s</span>
        </Clock>
        <After>
          until <b>{restores}</b> is restored
          <br />
          <ExactTime at={until} text={clockText} />
        </After>
      </Line>
      <Bar aria-hidden>
        <i style={{ width: `${Math.round(share * 1000) / 10}%` }} />
      </Bar>
    </>
  );
}

/** The log level of a tenant: current, until when, and a temporary change [TEN-46]. */
export function LogLevelControl({ tenant }: { tenant: TenantDetail }) {
  const { level, temporary, now, set, restore } = useLogLevel(tenant._id, tenant.log_level);
  const refusal = useRoleRefusal(setLogLevel, 'set the log level');
  return (
    <Box aria-label="Log level">
      <Line>
        <h3>Log level</h3>
        {/* Announces a change once; the countdown is not announced. */}
        <span role="status">
          <StatusChip meaning={temporary ? 'notice' : 'plain'} variant={temporary ? 'tint' : 'outline'} size="small">
            {level}
          </StatusChip>
          {temporary ? 'temporary' : null}
        </span>
      </Line>
      {temporary ? <LogLevelCountdown temporary={temporary} /> : null}
      <LogLevelChoice pending={set.isPending} refusal={refusal} onSet={set.mutate} />
      {temporary ? (
        <Line>
          <span title={exactTimeText(temporary.setAt)}>
            <Icon path={mdiAccountOutline} size={14} />
            <span>
              Set {relativeTimeText(temporary.setAt, now)} by <b>{temporary.setBy}</b>
            </span>
          </span>
          <ActionButton
            variant="ghost"
            size="small"
            pending={restore.isPending}
            disabledReason={refusal}
            onClick={() => restore.mutate()}
          >
            Restore {temporary.restores} now
          </ActionButton>
        </Line>
      ) : (
        <p>Sets a level for a while, then restores the previous one automatically.</p>
      )}
    </Box>
  );
}
