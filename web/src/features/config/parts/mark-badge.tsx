import { mdiMinus, mdiPencil, mdiPlus } from '@mdi/js';
import { Badge } from '../../../ui/badge.tsx';
import type { RowMark } from '../state/rows.ts';

const LOOKS = {
  new: { tone: 'good', icon: mdiPlus, word: 'New' },
  changed: { tone: 'accent', icon: mdiPencil, word: 'Changed' },
  removed: { tone: 'bad', icon: mdiMinus, word: 'Removed' },
} as const;

/** What an edit does to a setting. */
export function MarkBadge({ mark }: { mark: RowMark }) {
  const { tone, icon, word } = LOOKS[mark];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
