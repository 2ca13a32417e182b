import { mdiArrowLeft, mdiCloudUploadOutline, mdiRefresh } from '@mdi/js';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { commitGate } from '../state/commit-gate.ts';
import { useEditor } from './editor-context.ts';
import { Quiet, Spring } from './layout.ts';

interface ServersToolbarProps {
  reading: boolean;
  onRead: () => void;
  readAt: string | undefined;
  /** A server has not exactly the committed file. */
  wrong: boolean;
  /** What chooses a server. */
  children: ReactNode;
}

/** The way back, the servers to look at, and what can be done about them. */
export function ServersToolbar({ reading, onRead, readAt, wrong, children }: ServersToolbarProps) {
  const { editor, view } = useEditor();
  const { state, drift, unsaved } = editor;
  const commit = commitGate({ state, drifted: wrong, unsaved, saving: false });
  // Otherwise the page has its Commit already.
  const offered = commit.shown && !commitGate({ state, drifted: drift !== null, unsaved, saving: false }).shown;
  return (
    <Toolbar>
      <ActionButton icon={mdiArrowLeft} onClick={() => view.show('settings')}>
        Settings
      </ActionButton>
      {children}
      <Spring />
      {readAt === undefined ? null : (
        <Quiet>
          Read <RelativeTime at={readAt} />
        </Quiet>
      )}
      <ActionButton icon={mdiRefresh} pending={reading} onClick={onRead}>
        Read again
      </ActionButton>
      {offered ? (
        <ActionButton
          variant="tonal"
          icon={mdiCloudUploadOutline}
          disabledReason={commit.reason}
          aria-haspopup="dialog"
          onClick={() => view.open('commit')}
        >
          Commit
        </ActionButton>
      ) : null}
    </Toolbar>
  );
}
