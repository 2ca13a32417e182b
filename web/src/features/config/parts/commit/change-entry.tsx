import { mdiKeyOutline, mdiMinus, mdiPencil, mdiPlus, mdiAlert, mdiCloseCircle } from '@mdi/js';
import { CopyButton } from '../../../../ui/action/copy-button.tsx';
import { Badge } from '../../../../ui/display/badge.tsx';
import { DiffView } from '../../../../ui/display/diff-view.tsx';
import { Icon } from '../../../../ui/display/icon.tsx';
import { Mono } from '../../../../ui/display/mono.tsx';
import type { ReviewEntry } from '../../state/review.ts';
import type { Remark, RowMark } from '../../state/rows.ts';
import { Quiet, Row, Spring, Stack, WarningText } from '../editor/layout.ts';

/** A remark about a setting, in its documented wording: errors are red and warnings yellow, as in the messages of Validate. */
export function WarningLine({ meaning = 'warn', children }: { meaning?: Remark['meaning']; children: string }) {
  const bad = meaning === 'bad';
  return (
    <WarningText data-meaning={meaning}>
      <Icon path={bad ? mdiCloseCircle : mdiAlert} size={14} label={bad ? 'Error:' : 'Warning:'} />
      <span>{children}</span>
    </WarningText>
  );
}

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

interface ChangeEntryProps {
  entry: ReviewEntry;
  remarks?: readonly Remark[];
}

/** A changed setting: name, before, after, and resulting problems. */
export function ChangeEntry({ entry, remarks = [] }: ChangeEntryProps) {
  const { key, secret, mark, before, after, notes } = entry;
  const value = after ?? before;
  // Both masks of a changed secret are equal; they must not be drawn as unchanged.
  const sides = secret && mark === 'changed' ? { before: 'before', after: 'after' } : { before, after };
  return (
    <Stack gap={6} as="section" aria-label={key}>
      <Row gap={6}>
        <Mono style={{ fontWeight: 550, overflowWrap: 'anywhere', minWidth: 0 }}>{key}</Mono>
        <Spring />
        {secret || !value ? null : <CopyButton text={value} label={`Copy value of ${key}`} small />}
        {secret ? <Badge icon={mdiKeyOutline}>Secret</Badge> : null}
        <MarkBadge mark={mark} />
      </Row>
      {before === after && !secret ? null : (
        <DiffView label={`Change of ${key}`} {...sides} masked={secret} maxHeight={320} />
      )}
      {notes.map((note) => (
        <Quiet key={note}>{note}</Quiet>
      ))}
      {remarks.map(({ meaning, message }) => (
        <WarningLine key={message} meaning={meaning}>
          {message}
        </WarningLine>
      ))}
    </Stack>
  );
}
