import { countText } from '@mission-control/contract/numbers';
import { mdiFilterOutline, mdiHistory } from '@mdi/js';
import { isObject } from '../../../../lib/is-object.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { ExactTime } from '../../../../ui/display/relative-time.tsx';
import { LocalTimeField } from '../../../../ui/field/local-time-field.tsx';
import { ReadError, type ReadErrorProps } from '../../../../ui/layout/read-error.tsx';
import { StatePanel } from '../../../../ui/layout/state-panel.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { color } from '../../../../ui/theme/tokens.ts';
import type { ChangesSince } from '../../list/changes-since.ts';
import type { ListState } from '../../list/use-list-state.ts';

const Note = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '8px 16px' });
const Text = styled('p')({ margin: 0, paddingBottom: 6, fontSize: 13, color: color.text2, flex: '1 1 280px' });

function differences({ changed, gone, added }: ChangesSince): string {
  const parts = [
    changed > 0 ? countText(changed, 'has changed', 'have changed') : '',
    gone > 0 ? countText(gone, 'is gone', 'are gone') : '',
    added > 0 ? countText(added, 'was added', 'were added') : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Nothing in this list has changed since.' : `Since then ${parts.join(', ')}.`;
}

interface PastNoteProps {
  state: ListState;
  /** Undefined until both lists are read. */
  since: ChangesSince | undefined;
  /** Error of a failed read. */
  error: { readonly details?: unknown } | null;
}

/** Start of the history, from the refusal of an earlier time. */
function historyStart(error: PastNoteProps['error']): string | null {
  const details = error?.details;
  return isObject(details) && typeof details.since === 'string' ? details.since : null;
}

/** Shows the time of an earlier list, and how it differs from now. */
export function PastNote({ state, since, error }: PastNoteProps) {
  const start = historyStart(error);
  const { actions, at = '', differs } = state;
  return (
    <Note role="group" aria-label="The list as it was">
      <LocalTimeField label="As of (your time)" value={at} onChange={actions.setAt} />
      <Text role="status">
        {since ? differences(since) : error === null ? 'Loading the list at that time…' : null}
        {start === null ? null : (
          <>
            History begins at <ExactTime at={start} />.
          </>
        )}
      </Text>
      <ActionButton
        icon={mdiFilterOutline}
        aria-pressed={differs}
        disabledReason={!differs && !since?.ids.size ? 'No tenant of this list differs now' : null}
        onClick={() => actions.setDiffers(!differs)}
      >
        Only what differs now
      </ActionButton>
    </Note>
  );
}

interface PastErrorProps extends ReadErrorProps {
  error: ReadErrorProps['error'] & NonNullable<PastNoteProps['error']>;
  onTime: (at: string) => void;
}

/** Instead of the list of a time: why it failed, or, before the history, a way to its beginning. */
export function PastError({ onTime, ...read }: PastErrorProps) {
  const start = historyStart(read.error);
  if (start === null) return <ReadError {...read} />;
  return (
    <StatePanel
      icon={mdiHistory}
      title="This time is before the history"
      actions={
        <ActionButton variant="primary" onClick={() => onTime(start)}>
          Show its beginning
        </ActionButton>
      }
    >
      {read.error.messages.join(' ')}
    </StatePanel>
  );
}
