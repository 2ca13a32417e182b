import { mdiSleep } from '@mdi/js';
import type { CronOverview } from '@mission-control/contract/cron/overview';
import { numberText } from '@mission-control/contract/numbers';
import { STALE_TEXT } from '@mission-control/contract/reports/define-report';
import { pathTo } from '../../../lib/address/path-to.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Count } from '../../../ui/display/mono.tsx';
import { StaleChip } from '../../../ui/display/status-chip.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis, monoText } from '../../../ui/theme/tokens.ts';
import { SectionTitle } from './error-log.tsx';

/** Multi-column layout, because the heights of the cards differ a lot. */
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
interface LongestRunningProps {
  overview: CronOverview | undefined;
  /** Whether the overview has all tasks instead of the longest ten per environment. */
  all: boolean;
  onAll: (all: boolean) => void;
}

/** Longest-running tasks by environment [CRN-04, CRN-05, CRN-06]. */
export function LongestRunning({ overview, all, onAll }: LongestRunningProps) {
  const more = overview?.more ?? 0;
  return (
    <section aria-labelledby="longest-running">
      <SectionTitle id="longest-running">Longest Running</SectionTitle>
      {overview === undefined ? (
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
        <StatePanel framed icon={mdiSleep} title="No tasks are running">
          Tasks appear here when an environment reports them.
        </StatePanel>
      ) : (
        <Cards>
          {overview.groups.map((group) => (
            <div key={group.environment}>
              <Group group={group} onAll={() => onAll(true)} />
            </div>
          ))}
        </Cards>
      )}
      {more > 0 || all ? (
        <ActionButton variant="ghost" aria-expanded={all} onClick={() => onAll(!all)}>
          {all ? 'Show only the longest' : `plus ${numberText(more)} more`}
        </ActionButton>
      ) : null}
    </section>
  );
}

function Group({ group, onAll }: { group: CronOverview['groups'][number]; onAll: () => void }) {
  return (
    <Card level={3} title={group.environment} chips={<Count title="Running tasks">{group.total}</Count>}>
      <Tasks>
        {group.tasks.map((task, place) => (
          // Tasks have no id.
          <li key={place}>
            <div>
              <span title={task.task}>{task.task}</span>
              <Link href={pathTo('/tenant/$id/cron', { id: task.tenantId })} title={task.tenantName}>
                {task.tenantName}
              </Link>
            </div>
            {task.stale ? <StaleChip title={STALE_TEXT} /> : <span />}
            <b>{task.elapsedText}</b>
          </li>
        ))}
      </Tasks>
      {group.total > group.tasks.length ? (
        <ActionButton
          variant="ghost"
          size="small"
          aria-label={`Show all ${group.total} tasks of ${group.environment}`}
          onClick={onAll}
        >
          {`Show all ${numberText(group.total)}`}
        </ActionButton>
      ) : null}
    </Card>
  );
}
