import { countText } from '@mission-control/contract/numbers';
import { mdiFilterOutline } from '@mdi/js';
import { isObject } from '../../../../lib/is-object.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { ExactTime } from '../../../../ui/display/relative-time.tsx';
import { LocalTimeField } from '../../../../ui/field/local-time-field.tsx';
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
        {since ? differences(since) : error === null ? 'Loading the list at that time ...' : null}
        {start === null ? null : (
          <>
            History begins at <ExactTime at={start} />.
          </>
        )}
      </Text>
      {start === null ? null : <ActionButton onClick={() => actions.setAt(start)}>Show its beginning</ActionButton>}
      <ActionButton
        icon={mdiFilterOutline}
        aria-pressed={differs}
        disabledReason={!differs && !since?.ids.size ? 'No tenant of this list differs now.' : null}
        onClick={() => actions.setDiffers(!differs)}
      >
        Only what differs now
      </ActionButton>
    </Note>
  );
}
