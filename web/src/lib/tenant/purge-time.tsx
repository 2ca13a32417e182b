import { countText } from '@mission-control/contract/numbers';
import { useNow } from '../../ui/display/now.ts';
import { exactTimeText } from '../../ui/display/times.ts';

const A_DAY = 86_400_000;

/** 'purged in 12 days', in whole remaining days; 'purged today' on the last one. */
export function purgeText(purgeAt: string, now: Date): string {
  const left = new Date(purgeAt).getTime() - now.getTime();
  if (Number.isNaN(left)) return 'purged at an unknown time';
  const days = Math.floor(left / A_DAY);
  return days <= 0 ? 'purged today' : `purged in ${countText(days, 'day')}`;
}

/** Days until a deleted tenant is purged; the exact time on hover. */
export function PurgeTime({ at }: { at: string }) {
  const now = useNow(60_000);
  return (
    <time dateTime={at} title={exactTimeText(new Date(at))}>
      {purgeText(at, new Date(now))}
    </time>
  );
}
