import { mdiAlertCircleOutline } from '@mdi/js';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, meaningColor, visuallyHidden } from '../../../ui/tokens.ts';
import type { PaletteNote as Said } from '../use-palette.ts';
import { Note } from './search-parts.ts';

const Failed = styled(Note)({ display: 'flex', gap: 8, '& svg': { marginTop: 2 } });
/** The list has a lighter ground than pages, where a skeleton could not be seen. */
const Rows = styled('div')({
  display: 'grid',
  gap: 20,
  padding: '14px 14px 10px',
  '& > span': { background: color.tooltip },
});
const Hidden = styled('span')(visuallyHidden);
const WIDTHS = [220, 160, 250, 190, 140];

/** What stands above the list: that it comes, that there is nothing, or why there is nothing. */
export function PaletteNote({ note }: { note: Said | null }) {
  return (
    // Always there, so that screen readers hear of what comes into it.
    <div role="status">
      {note?.tone === 'failed' ? (
        <Failed>
          <Icon path={mdiAlertCircleOutline} color={meaningColor.bad.main} />
          {note.text}
        </Failed>
      ) : null}
      {note?.tone === 'nothing' ? <Note>{note.text}</Note> : null}
      {note?.tone === 'searching' ? (
        <Rows>
          <Hidden>{note.text}</Hidden>
          {WIDTHS.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </Rows>
      ) : null}
    </div>
  );
}
