import { useNow } from '../../../ui/now.ts';
import { utcTimeText } from '../../../ui/relative-time-text.ts';
import { purgeText } from '../list-deleted.ts';

/** How many days a deleted tenant is still kept; the exact time on hover. */
export function PurgeTime({ at }: { at: string }) {
  const now = useNow(60_000);
  return (
    <time dateTime={at} title={utcTimeText(new Date(at))}>
      {purgeText(at, new Date(now))}
    </time>
  );
}
