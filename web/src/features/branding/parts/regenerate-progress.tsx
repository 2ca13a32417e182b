import { mdiPlay, mdiRefresh } from '@mdi/js';
import { regenerating } from '@mission-control/contract/branding/rules';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Count, Mono } from '../../../ui/display/mono.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { StateBox } from '../../../ui/layout/state-box.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import type { Regenerate } from '../use-regenerate.ts';

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
}

const Track = styled('div')({
  height: 6,
  borderRadius: 3,
  background: color.lineSoft,
  overflow: 'hidden',
  '& > i': { display: 'block', height: '100%', background: color.accent, transition: 'width 120ms ease-out' },
});

/** How much of a known number of things is done. */
function ProgressBar({ label, done, total }: ProgressBarProps) {
  return (
    <Track role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
      <i style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
    </Track>
  );
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
export function RegenerateProgress({ run, sequence, retry, goOn, leave, leaving }: Regenerate) {
  const { running, current, done, total, failed, branch, left } = run;
  return (
    <>
      <Card
        title={running ? 'Regenerating' : 'Last run'}
        subtitle={
          <span>
            from <Mono small>{branch}</Mono>
            {sequence === null ? null : (
              <>
                , started by {sequence.started_by} <RelativeTime at={sequence.started_at} />
              </>
            )}
          </span>
        }
      >
        {/* The number of the tenant that is processed, the bar for those that are done. */}
        <p role="status">
          {running && current ? regenerating(current.name, done + 1, total) : endOf(done, total, failed.length)}
        </p>
        <ProgressBar label="Processed tenants" done={done} total={total} />
        {left.length > 0 && !running ? <LeftOver count={left.length} {...{ goOn, leave, leaving }} /> : null}
      </Card>
      {failed.length > 0 ? (
        <Card
          title="Failed"
          chips={<Count>{failed.length}</Count>}
          actions={
            <ActionButton icon={mdiRefresh} disabledReason={running ? 'The run is not over yet' : null} onClick={retry}>
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
      ) : running || total === 0 || left.length > 0 ? null : (
        <StateBox meaning="good" title="Every branding of the run was generated." />
      )}
    </>
  );
}

interface LeftOverProps extends Pick<Regenerate, 'goOn' | 'leave' | 'leaving'> {
  count: number;
}

/** Tenants that nobody processes any more: they can be gone on with, or left. */
function LeftOver({ count, goOn, leave, leaving }: LeftOverProps) {
  return (
    <Banner
      live
      meaning="notice"
      title={`${count === 1 ? '1 branding is' : `${count.toLocaleString('en-GB')} brandings are`} left.`}
      action={
        <>
          <ActionButton size="small" icon={mdiPlay} onClick={goOn}>
            Go on
          </ActionButton>
          <ActionButton size="small" variant="ghost" pending={leaving} onClick={leave}>
            Leave them
          </ActionButton>
        </>
      }
    >
      The page that processed them was closed, or lost the console.
    </Banner>
  );
}

function endOf(done: number, total: number, failed: number): string {
  const of = done === total ? '' : ` of ${total}`;
  const all = total === 1 ? '1 branding was processed' : `${done}${of} brandings were processed`;
  return failed === 0 ? `${all}.` : `${all}, ${failed} failed.`;
}
