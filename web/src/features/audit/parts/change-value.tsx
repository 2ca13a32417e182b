import { mdiArrowRight } from '@mdi/js';
import { DiffView } from '../../../ui/diff-view.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { ChangeRow } from '../change-rows.ts';
import { Side } from './change-layout.ts';

/** Longer values are compared line by line. */
const SHORT = 60;

/** One changed fact: before and after. */
export function ChangeValue({ row: { label, before, after } }: { row: ChangeRow }) {
  const long = [before, after].some((text) => text !== null && (text.length > SHORT || text.includes('\n')));
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {long ? (
          <DiffView label={`Change of ${label}`} before={before} after={after} context={1} maxHeight={240} />
        ) : (
          <>
            {before === null ? null : <Side as="del">{before}</Side>}
            {before === null ? null : <Icon path={mdiArrowRight} size={12} label="became" />}
            {after === null ? <span>none</span> : <Side as="ins">{after}</Side>}
          </>
        )}
      </dd>
    </>
  );
}
