import { mdiRefresh } from '@mdi/js';
import { regenerating } from '@mission-control/contract/branding/rules';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Count } from '../../../ui/count.tsx';
import { Link } from '../../../ui/link.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StateBox } from '../../../ui/state-box.tsx';
import { styled } from '../../../ui/styled.ts';
import { color } from '../../../ui/tokens.ts';
import type { FailedTenant, RegenerationState } from '../state/regeneration.ts';
import { ProgressBar } from './progress-bar.tsx';

interface RegenerateProgressProps {
  run: RegenerationState;
  onRetry: (failed: readonly FailedTenant[]) => void;
}

const List = styled('ul')({
  borderTop: `1px solid ${color.line}`,
  margin: '0 -16px -16px',
  maxHeight: 400,
  overflowY: 'auto',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0,1fr) minmax(0,2fr)',
    gap: '2px 16px',
    padding: '10px 16px',
    fontSize: 13,
    '@media (max-width:560px)': { gridTemplateColumns: 'minmax(0,1fr)' },
  },
  '& > li:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > li > *': { overflowWrap: 'anywhere' },
  '& p': { color: color.text2 },
  '& small': { display: 'block', fontSize: 12, color: color.text3 },
});

/** How far the run is, then what came of it; the failed ones can be tried again [RGN-05, RGN-10, RGN-12]. */
export function RegenerateProgress({ run, onRetry }: RegenerateProgressProps) {
  const { running, current, done, total, failed, branch } = run;
  return (
    <>
      <Card
        title={running ? 'Regenerating' : 'Last run in this tab'}
        subtitle={
          <span>
            from <Mono small>{branch}</Mono>
          </span>
        }
      >
        {/* The number of the tenant that is processed, the bar for those that are done. */}
        <p role="status">
          {running && current ? regenerating(current.name, done + 1, total) : endOf(total, failed.length)}
        </p>
        <ProgressBar label="Processed tenants" done={done} total={total} />
      </Card>
      {failed.length > 0 ? (
        <Card
          title="Failed"
          chips={<Count>{failed.length}</Count>}
          actions={
            <ActionButton
              icon={mdiRefresh}
              disabledReason={running ? 'The run is not over yet' : null}
              onClick={() => onRetry(failed)}
            >
              Retry failed
            </ActionButton>
          }
        >
          <List aria-label="Failed tenants" tabIndex={0}>
            {failed.map(({ id, name, reason, requestId }) => (
              <li key={id}>
                <Link href={`/tenant/${id}/homeportal2/branding`}>{name}</Link>
                <p>
                  {reason}
                  {requestId === null ? null : <small>req {requestId}</small>}
                </p>
              </li>
            ))}
          </List>
        </Card>
      ) : running || total === 0 ? null : (
        <StateBox meaning="good" title="Every branding of the run was generated." />
      )}
    </>
  );
}

function endOf(total: number, failed: number): string {
  const all = total === 1 ? '1 branding was processed' : `${total} brandings were processed`;
  return failed === 0 ? `${all}.` : `${all}, ${failed} failed.`;
}
