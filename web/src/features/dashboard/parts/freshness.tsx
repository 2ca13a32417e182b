import type { Coverage } from '@mission-control/contract/dashboard/schema';
import { isStale, STALE_MINUTES } from '@mission-control/contract/reports/limits';
import { useNow } from '../../../ui/now.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { styled } from '../../../ui/styled.ts';
import { color } from '../../../ui/tokens.ts';

const Root = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 12px',
  fontSize: 12.5,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
  '& b': { color: color.text, fontWeight: 600 },
});

/** How old the numbers are, and whose are missing. */
export function Freshness({ coverage, single }: { coverage: Coverage; single: boolean }) {
  const now = useNow(10_000);
  if (coverage.newest === null) return null;
  const stale = coverage.reported - coverage.fresh;
  const never = coverage.tenants - coverage.reported;
  const late = single ? isStale(coverage.newest, now) : stale > 0;
  return (
    <Root>
      <StatusChip
        meaning={late ? 'warn' : 'good'}
        variant="quiet"
        title={late ? `A report is stale after ${STALE_MINUTES} minutes` : undefined}
      >
        {late ? (single ? 'Stale' : 'Partly stale') : 'Up to date'}
      </StatusChip>
      <span>
        {'reported '}
        <RelativeTime at={coverage.newest} />
      </span>
      {single ? null : (
        <span>
          <b>
            {coverage.fresh.toLocaleString('en-GB')} of {coverage.tenants.toLocaleString('en-GB')}
          </b>{' '}
          tenants in the last {STALE_MINUTES} min
          {stale > 0 ? `, ${stale.toLocaleString('en-GB')} stale` : ''}
          {never > 0 ? `, ${never.toLocaleString('en-GB')} never reported` : ''}
        </span>
      )}
    </Root>
  );
}
