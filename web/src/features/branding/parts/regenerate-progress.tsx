import { mdiPlay, mdiRefresh } from '@mdi/js';
import { regenerateBranding } from '@mission-control/contract/branding/calls';
import { regenerating } from '@mission-control/contract/branding/rules';
import { countText } from '@mission-control/contract/numbers';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { pathTo } from '../../../lib/address/path-to.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
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

/** Progress of the run, then its outcome; failed tenants can be retried [RGN-05, RGN-10, RGN-12]. */
export function RegenerateProgress({ run, sequence, retry, resume, discard, discarding }: Regenerate) {
  const refusal = useRoleRefusal(regenerateBranding, 'regenerate brandings');
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
        {/* The text counts the current tenant, the bar completed ones. */}
        <p role="status">
          {running && current ? regenerating(current.name, done + 1, total) : endOf(done, total, failed.length)}
        </p>
        <ProgressBar label="Processed tenants" done={done} total={total} />
        {left.length > 0 && !running ? <LeftOver count={left.length} {...{ resume, discard, discarding }} /> : null}
      </Card>
      {failed.length > 0 ? (
        <Card
          title="Failed"
          chips={<Count>{failed.length}</Count>}
          actions={
            <ActionButton
              icon={mdiRefresh}
              disabledReason={refusal ?? (running ? 'The run has not ended yet' : null)}
              onClick={retry}
            >
              Retry failed
            </ActionButton>
          }
        >
          <List aria-label="Failed tenants" tabIndex={0}>
            {failed.map(({ id, name, reason, requestId }) => (
              <li key={id}>
                <Link href={pathTo('/tenant/$id/homeportal2/branding', { id })}>{name}</Link>
                <p>
                  {reason}{' '}
                  {requestId === null ? null : (
                    <CopyButton text={requestId} label="Copy request id" shown={`req ${requestId}`} bare />
                  )}
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

interface LeftOverProps extends Pick<Regenerate, 'resume' | 'discard' | 'discarding'> {
  count: number;
}

/** Unprocessed tenants of a stopped run, to resume or discard. */
function LeftOver({ count, resume, discard, discarding }: LeftOverProps) {
  const refusal = useRoleRefusal(regenerateBranding, 'regenerate brandings');
  return (
    <Banner
      live
      meaning="notice"
      title={`${countText(count, 'branding is', 'brandings are')} left.`}
      action={
        <>
          <ActionButton size="small" icon={mdiPlay} disabledReason={refusal} onClick={resume}>
            Resume
          </ActionButton>
          <ActionButton size="small" variant="ghost" pending={discarding} disabledReason={refusal} onClick={discard}>
            Discard
          </ActionButton>
        </>
      }
    >
      The page that processed them was closed or lost its connection.
    </Banner>
  );
}

function endOf(done: number, total: number, failed: number): string {
  const of = done === total ? '' : ` of ${total}`;
  const all = total === 1 ? '1 branding was processed' : `${done}${of} brandings were processed`;
  return failed === 0 ? `${all}.` : `${all}, ${failed} failed.`;
}
