import { countText } from '@mission-control/contract/numbers';
import { useState } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import type { Remark } from '../../state/rows.ts';
import type { ReviewEntry } from '../../state/review.ts';
import { ChangeEntry } from './change-entry.tsx';

/** Changes shown at first: rendering all of thousands of changed settings would take a browser seconds. */
const STEP = 30;

interface ChangeEntriesProps {
  entries: readonly ReviewEntry[];
  /** Problems by key. */
  remarks?: ReadonlyMap<string, readonly Remark[]>;
}

/** Changed settings in a list: the first ones, and more on demand. */
export function ChangeEntries({ entries, remarks }: ChangeEntriesProps) {
  const [shown, setShown] = useState(STEP);
  const left = entries.length - shown;
  return (
    <>
      {entries.slice(0, shown).map((entry) => (
        <ChangeEntry key={entry.key} entry={entry} remarks={remarks?.get(entry.key) ?? []} />
      ))}
      {left > 0 ? (
        <ActionButton variant="ghost" onClick={() => setShown(shown + Math.max(STEP, shown))}>
          {`Show ${Math.min(left, Math.max(STEP, shown))} of ${countText(left, 'more change')}`}
        </ActionButton>
      ) : null}
    </>
  );
}
