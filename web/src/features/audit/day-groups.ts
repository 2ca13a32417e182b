import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { utcDateText } from '../../ui/relative-time-text.ts';

/** The events of one UTC day. */
export interface DayGroup {
  day: string;
  events: AuditEvent[];
}

const A_DAY = 86_400_000;

/** Puts events, newest first, under their days: 'Today', 'Yesterday', then dates; days are those of UTC, as all times are. */
export function dayGroups(events: readonly AuditEvent[], now: Date): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const event of events) {
    const day = dayText(new Date(event.at), now);
    const last = groups.at(-1);
    if (last?.day === day) last.events.push(event);
    else groups.push({ day, events: [event] });
  }
  return groups;
}

function dayText(at: Date, now: Date): string {
  const days = Math.floor(now.getTime() / A_DAY) - Math.floor(at.getTime() / A_DAY);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : utcDateText(at);
}
