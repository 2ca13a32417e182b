import { mdiChevronDown, mdiChevronRight, mdiRestore, mdiServerOutline } from '@mdi/js';
import type { ConfigRevision } from '@mission-control/contract/config/schema';
import { countText } from '@mission-control/contract/numbers';
import { styled } from '../../../../ui/theme/styled.ts';
import { useState } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Badge } from '../../../../ui/display/badge.tsx';
import { IconButton } from '../../../../ui/action/icon-button.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { color } from '../../../../ui/theme/tokens.ts';
import { reviewEntry } from '../../state/review.ts';
import { ChangeEntry } from './change-entry.tsx';
import { Quiet, Row, Spring, Stack } from '../editor/layout.ts';

interface RevisionEntryProps {
  revision: ConfigRevision;
  current: boolean;
  /** Why it cannot be restored. */
  blocked: string | null;
  onRestore: () => void;
}

const Box = styled(Stack)({
  paddingBottom: 12,
  borderBottom: `1px solid ${color.lineSoft}`,
  '& b': { fontWeight: 550, fontVariantNumeric: 'tabular-nums' },
});

/** A revision: who, when, number of changes; the changes on demand. */
export function RevisionEntry({ revision, current, blocked, onRestore }: RevisionEntryProps) {
  const [open, setOpen] = useState(current);
  const { number, author, at, committed, changes } = revision;
  // A save always changes something: a revision without changes came from the inventory.
  const takenOver = changes.length === 0;
  return (
    <Box gap={8}>
      <Row gap={6}>
        {takenOver ? null : (
          <IconButton
            icon={open ? mdiChevronDown : mdiChevronRight}
            label={`Changes of revision ${number}`}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        )}
        <b>{number}</b>
        {current ? <Badge tone="accent">Saved now</Badge> : null}
        {committed ? (
          <Badge tone="good" icon={mdiServerOutline}>
            On the servers
          </Badge>
        ) : null}
        <Spring />
        {current ? null : (
          <ActionButton
            size="small"
            icon={mdiRestore}
            disabledReason={blocked}
            aria-label={`Restore revision ${number}`}
            onClick={onRestore}
          >
            Restore
          </ActionButton>
        )}
      </Row>
      <Quiet>
        {author}, <RelativeTime at={at} /> · {takenOver ? 'taken over as it was' : countText(changes.length, 'change')}
      </Quiet>
      {open
        ? changes
            .flatMap((change) => reviewEntry({ ...change, secret: false }) ?? [])
            .map((entry) => <ChangeEntry key={entry.key} entry={entry} />)
        : null}
    </Box>
  );
}
