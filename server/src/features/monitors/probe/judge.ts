import { CERTIFICATE_WARNING_DAYS } from '@mission-control/contract/monitors/rules';
import { countText, numberText } from '@mission-control/contract/numbers';
import type { ProbeResult } from '../../../ports/probes.ts';
import { DAY_MS } from '../../../platform/clock.ts';

/** The state of a monitor, as derived from its checks. */
export interface Condition {
  status: number;
  warningCount: number;
  slowBits: number;
  /** Consecutive checks that contradict the status, and the time of the first. */
  against: number;
  againstSince: Date | null;
  lastOnline: Date | null;
  lastOffline: Date | null;
  lastCheck: Date | null;
  responseMs: number | null;
  lastResponse: string | null;
  lastError: string | null;
  certificateEnds: Date | null;
}

/** When a monitor counts as down, up again, or slow. */
export interface Limits {
  failuresToDown: number;
  successesToUp: number;
  slowMs: number;
}

/** The effect of one check. */
export interface Judgement {
  condition: Condition;
  /** The outage confirmed by this check, with the time of its first failure. */
  began: { at: Date; error: string; failures: number } | null;
  /** The time the outage ended. */
  ended: Date | null;
  /** The visible state changed. */
  changed: boolean;
}

const SLOW_WINDOW = 5;
const SLOW_TO_WARN = 3;

/** Consecutive failures mean offline, successes online; slow responses and expiring certificates cause warnings (R16). */
export function judge(before: Condition, at: Date, result: ProbeResult, limits: Limits): Judgement {
  const known = before.lastOnline !== null || before.lastOffline !== null;
  const contradicts = result.ok !== (before.status === 1);
  const against = contradicts ? before.against + 1 : 0;
  const againstSince = against === 0 ? null : against === 1 ? at : before.againstSince;
  const flips = against >= (result.ok ? limits.successesToUp : limits.failuresToDown);
  const status = flips ? Number(result.ok) : before.status;
  const condition: Condition = {
    status,
    ...warningsOf(before, at, result, limits.slowMs),
    against: flips ? 0 : against,
    againstSince: flips ? null : againstSince,
    lastOnline: result.ok && status === 1 ? at : before.lastOnline,
    lastOffline: !result.ok && status === 0 ? at : before.lastOffline,
    lastCheck: at,
    responseMs: Math.round(result.ms),
    lastResponse: result.response ?? before.lastResponse,
    certificateEnds: result.certificateEnds ?? before.certificateEnds,
  };
  const since = againstSince ?? at;
  return {
    condition,
    began: flips && !result.ok ? { at: since, error: result.error ?? 'No response', failures: against } : null,
    ended: flips && result.ok ? since : null,
    changed:
      status !== before.status ||
      condition.warningCount !== before.warningCount ||
      condition.certificateEnds?.getTime() !== before.certificateEnds?.getTime() ||
      known !== (condition.lastOnline !== null || condition.lastOffline !== null),
  };
}

type Warnings = Pick<Condition, 'warningCount' | 'slowBits' | 'lastError'>;

function warningsOf(before: Condition, at: Date, result: ProbeResult, slowMs: number): Warnings {
  // A failed check carries no information about slowness; the failure is its message.
  if (!result.ok) return { warningCount: before.warningCount, slowBits: before.slowBits, lastError: result.error };
  const slowBits = ((before.slowBits << 1) | Number(result.ms > slowMs)) & (2 ** SLOW_WINDOW - 1);
  const slow = slowBits.toString(2).replaceAll('0', '').length;
  const ends = result.certificateEnds ?? before.certificateEnds;
  const days = ends === null ? Infinity : Math.floor((ends.getTime() - at.getTime()) / DAY_MS);
  const texts = [
    ...(slow >= SLOW_TO_WARN ? [`Slower than ${numberText(slowMs)} ms in ${slow} of ${SLOW_WINDOW} checks`] : []),
    ...(days < CERTIFICATE_WARNING_DAYS ? [`Certificate expires in ${countText(days, 'day')}`] : []),
  ];
  return { warningCount: texts.length, slowBits, lastError: texts.length > 0 ? texts.join('; ') : null };
}
