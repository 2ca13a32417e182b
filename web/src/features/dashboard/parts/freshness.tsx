import type { ReportState } from '@mission-control/contract/dashboard/rules';
import type { Coverage } from '@mission-control/contract/dashboard/schema';
import { isStale, STALE_MINUTES, STALE_TEXT } from '@mission-control/contract/reports/define-report';
import { numberText } from '@mission-control/contract/numbers';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';

const Root = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 12px',
  fontSize: 12.5,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
  '& b': { color: color.text, fontWeight: 600 },
  '& a': { color: 'inherit', textDecoration: 'underline', textDecorationColor: color.text3, textUnderlineOffset: 3 },
});

/** A number of tenants, linked to them unless it is zero. */
function Counted({ number, reports, word = '' }: { number: number; reports: ReportState; word?: string }) {
  const text = `${numberText(number)}${word}`;
  return number === 0 ? text : <Link href={pathTo('/tenant', null, { reports })}>{text}</Link>;
}

/** The age of the numbers, and how many tenants lack them. */
export function Freshness({ coverage, single }: { coverage: Coverage; single: boolean }) {
  const now = useNow(10_000);
  if (coverage.newest === null) return null;
  const stale = coverage.reported - coverage.fresh;
  const never = coverage.tenants - coverage.reported;
  const late = single ? isStale(coverage.newest, now) : stale > 0;
  return (
    <Root>
      <StatusChip meaning={late ? 'warn' : 'good'} variant="quiet" title={late ? STALE_TEXT : undefined}>
        {late ? (single ? 'Stale' : 'Partly stale') : 'Up to date'}
      </StatusChip>
      <span>
        {'reported '}
        <RelativeTime at={coverage.newest} />
      </span>
      {single ? null : (
        <span>
          <b>
            <Counted number={coverage.fresh} reports="fresh" /> of <Counted number={coverage.tenants} reports="meant" />
          </b>{' '}
          tenants in the last {STALE_MINUTES} min
          {stale > 0 ? (
            <>
              {', '}
              <Counted number={stale} reports="stale" word=" stale" />
            </>
          ) : null}
          {never > 0 ? (
            <>
              {', '}
              <Counted number={never} reports="never" word=" never reported" />
            </>
          ) : null}
        </span>
      )}
    </Root>
  );
}
