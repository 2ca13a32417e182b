import { mdiAlertCircleOutline, mdiClockAlertOutline, mdiProgressClock } from '@mdi/js';
import type { CronOverview } from '@mission-control/contract/cron/overview';
import { numberText } from '@mission-control/contract/numbers';
import { Icon } from '../../../ui/display/icon.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, narrow, panelSurface } from '../../../ui/theme/tokens.ts';

const Row = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 16,
  [narrow]: { gap: 8 },
});
const Tile = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  padding: '12px 16px',
  ...panelSurface,
  '& dt': { display: 'flex', alignItems: 'center', gap: 6, fontSize: 12, lineHeight: '16px', color: color.text2 },
  '& dd': {
    // Aligns the numbers of a row below labels of different heights.
    margin: 'auto 0 0',
    minHeight: 32,
    fontSize: 24,
    lineHeight: '32px',
    fontWeight: 620,
    letterSpacing: '-.02em',
    fontVariantNumeric: 'tabular-nums',
  },
  '& dd > a': { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  [narrow]: { padding: '10px 10px', '& dt > svg': { display: 'none' } },
});

interface CronCountsProps {
  overview: CronOverview | undefined;
  /** Number of tasks whose last run failed. */
  failed: number;
}

/** Totals, each a link to what it counts [CRN-03]. */
export function CronCounts({ overview, failed }: CronCountsProps) {
  return (
    <Row>
      <CountTile label="Running Tasks" icon={mdiProgressClock} value={overview?.running} href="#longest-running" />
      <CountTile
        label="Errors"
        icon={mdiAlertCircleOutline}
        value={overview && overview.errors.length + failed}
        href="#error-log"
        tone={meaningColor.bad.main}
      />
      <CountTile
        label="Stale Reports"
        icon={mdiClockAlertOutline}
        value={overview?.stale.length}
        href={overview && overview.stale.length > 0 ? '#stale-reports' : undefined}
        tone={meaningColor.warn.main}
      />
    </Row>
  );
}

interface CountTileProps {
  label: string;
  icon: string;
  value: number | undefined;
  /** Section that lists the counted items. */
  href: string | undefined;
  /** Colour of the icon for numbers above 0. */
  tone?: string;
}

function CountTile({ label, icon, value, href, tone }: CountTileProps) {
  return (
    <Tile>
      <dt>
        <Icon path={icon} size={16} color={value && tone ? tone : color.text3} />
        {label}
      </dt>
      <dd>{value === undefined ? <Skeleton width={48} height={24} /> : <Counted value={value} href={href} />}</dd>
    </Tile>
  );
}

function Counted({ value, href }: { value: number; href: string | undefined }) {
  const text = numberText(value);
  return href === undefined ? text : <a href={href}>{text}</a>;
}
