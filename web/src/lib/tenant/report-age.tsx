import { isStale, STALE_TEXT } from '@mission-control/contract/reports/define-report';
import { useNow } from '../../ui/display/now.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { StaleChip } from '../../ui/display/status-chip.tsx';
import { styled } from '../../ui/theme/styled.ts';

const Root = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8 });

/** When a tenant reported, and whether that is stale. @param at null: never */
export function ReportAge({ at }: { at: string | null }) {
  const now = useNow(60_000);
  if (at === null) return <>No report yet</>;
  return (
    <Root>
      <span>
        Reported <RelativeTime at={at} />
      </span>
      {isStale(at, now) ? <StaleChip title={STALE_TEXT} /> : null}
    </Root>
  );
}
