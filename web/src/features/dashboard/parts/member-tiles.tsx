import { homeportalShare, notOnCourseShare, shareOf, shareText } from '@mission-control/contract/dashboard/rules';
import type { MemberStatistics } from '@mission-control/contract/dashboard/schema';
import { countText } from '../../../ui/chart-part.ts';
import { StatTile } from '../../../ui/stat-tile.tsx';
import { styled } from '../../../ui/styled.ts';
import { narrow } from '../../../ui/tokens.ts';

const Tiles = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
  gap: 16,
  '@media (max-width:1180px)': { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', '& > *': { gridColumn: 'span 2' } },
  [narrow]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 12,
    '& > *': { gridColumn: 'auto' },
    '& > :last-of-type': { gridColumn: '1 / -1' },
  },
});

/** The five numbers of members; undefined while they are read. */
export function MemberTiles({ members }: { members: MemberStatistics | undefined }) {
  const said = (text: (members: MemberStatistics) => string) => (members ? text(members) : undefined);
  return (
    <Tiles aria-busy={!members}>
      <StatTile
        label="Members On Course"
        value={said(({ oncourse }) => countText(oncourse))}
        hint={said(({ all, oncourse }) => `${shareText(shareOf(oncourse, all))} of all members`)}
      />
      <StatTile
        label="HomePortal Members On Course"
        value={said((one) => countText(one.homeportal_oncourse))}
        hint={said((one) => `${countText(Math.max(0, one.oncourse - one.homeportal_oncourse))} without HomePortal`)}
      />
      <StatTile
        label="HomePortal %age"
        value={said((one) => shareText(homeportalShare(one)))}
        hint="of members on course"
      />
      <StatTile label="Total Members" value={said(({ all }) => countText(all))} hint="on course or not" />
      <StatTile
        label="Not OnCourse %age"
        value={said((one) => shareText(notOnCourseShare(one)))}
        hint={said(({ all, oncourse }) => `${countText(Math.max(0, all - oncourse))} members`)}
      />
    </Tiles>
  );
}
