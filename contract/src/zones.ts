/** Whether a text is the name of a time zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Minutes since midnight of a time such as `22:00` or `22:00:00`, up to 24:00; null for anything else. */
export function minuteOf(time: string): number | null {
  const found = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(time);
  if (!found) return null;
  const minute = Number(found[1]) * 60 + Number(found[2]);
  return minute <= 1_440 ? minute : null;
}

/** Minutes since midnight on the clocks of a zone. */
export function wallMinute(zone: string, at: Date | number): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  return minuteOf(clock) ?? 0;
}
