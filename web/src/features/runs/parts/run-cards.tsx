import type { RunRow } from '@mission-control/contract/runs/schema';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { styled } from '../../../ui/styled.ts';
import { color } from '../../../ui/tokens.ts';
import { KIND_WORDS, OUTCOMES } from '../run-words.ts';
import { RunDuration } from './run-duration.tsx';

const List = styled('ul')({ display: 'grid', gap: 8 });
const Facts = styled('p')({ fontSize: 12, color: color.text2, overflowWrap: 'anywhere' });

/** The runs on a phone. */
export function RunCards({ runs }: { runs: readonly RunRow[] }) {
  return (
    <List aria-label="Runs">
      {runs.map((run) => (
        <li key={run.id}>
          <Card
            title={<Link href={`/runs/${run.id}`}>Run {run.id}</Link>}
            chips={
              <StatusChip meaning={OUTCOMES[run.outcome].meaning} size="small">
                {OUTCOMES[run.outcome].word}
              </StatusChip>
            }
          >
            <Facts>
              {KIND_WORDS[run.kind]}: {run.subject}
              <br />
              {run.started_by}, <RelativeTime at={run.started_at} />, <RunDuration run={run} />
            </Facts>
          </Card>
        </li>
      ))}
    </List>
  );
}
