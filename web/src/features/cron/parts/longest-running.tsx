import { mdiClockAlertOutline, mdiSleep } from '@mdi/js';
import type { CronOverview } from '@mission-control/contract/cron/overview';
import { Card } from '../../../ui/layout/card.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Count } from '../../../ui/display/mono.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis, monoText } from '../../../ui/theme/tokens.ts';
import { SectionTitle } from './error-log.tsx';

/** Columns that fill from the top: cards differ a lot in height. */
const Cards = styled('div')({
  columns: '2 340px',
  columnGap: 12,
  '& > div': { breakInside: 'avoid', paddingBottom: 12 },
});
const Tasks = styled('ol')({
  display: 'flex',
  flexDirection: 'column',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0,1fr) auto auto',
    alignItems: 'center',
    gap: '0 8px',
    minHeight: 40,
    padding: '4px 0',
    borderTop: `1px solid ${color.line}`,
    fontSize: 13,
    lineHeight: '18px',
  },
  '& > li > div': { minWidth: 0 },
  '& > li > div > span': { ...monoText, ...ellipsis, display: 'block', fontSize: 12, color: color.text },
  '& > li > div > a': { ...ellipsis, display: 'block', fontSize: 12, color: color.text2 },
  '& > li > b': { fontWeight: 500, fontVariantNumeric: 'tabular-nums' },
});
const More = styled('p')({ padding: '4px 2px', fontSize: 13, color: color.text2 });

/** The tasks that have run the longest, by environment [CRN-04, CRN-05, CRN-06]. */
export function LongestRunning({ overview }: { overview: CronOverview | undefined }) {
  return (
    <section aria-labelledby="longest-running">
      <SectionTitle id="longest-running">Longest Running</SectionTitle>
      {overview === undefined ? (
        // Headings of cards to come have no words yet.
        <Cards aria-hidden>
          {[0, 1, 2, 3].map((place) => (
            <div key={place}>
              <Card level={3} title={<Skeleton width={140} />}>
                <Skeleton height={300} />
              </Card>
            </div>
          ))}
        </Cards>
      ) : overview.running === 0 ? (
        <StatePanel framed icon={mdiSleep} title="No task is running.">
          Tasks appear here when an environment reports them.
        </StatePanel>
      ) : (
        <Cards>
          {overview.groups.map((group) => (
            <div key={group.environment}>
              <Group group={group} />
            </div>
          ))}
        </Cards>
      )}
      {overview && overview.more > 0 ? <More>plus {overview.more.toLocaleString('en-GB')} more</More> : null}
    </section>
  );
}

function Group({ group }: { group: CronOverview['groups'][number] }) {
  return (
    <Card level={3} title={group.environment} chips={<Count title="Running tasks">{group.total}</Count>}>
      <Tasks>
        {group.tasks.map((task, place) => (
          // A task has no id, and its place is what it is here for.
          <li key={place}>
            <div>
              <span title={task.task}>{task.task}</span>
              <Link href={`/tenant/${task.tenantId}/cron`} title={task.tenantName}>
                {task.tenantName}
              </Link>
            </div>
            {task.stale ? (
              <StatusChip
                meaning="warn"
                size="small"
                icon={mdiClockAlertOutline}
                title="The report is older than 15 minutes"
              >
                Stale
              </StatusChip>
            ) : (
              <span />
            )}
            <b>{task.elapsedText}</b>
          </li>
        ))}
      </Tasks>
    </Card>
  );
}
