import { mdiArrowCollapseDown, mdiContentCopy, mdiStopCircleOutline, mdiTrayArrowDown } from '@mdi/js';
import { ActionButton } from '../action/action-button.tsx';
import { IconButton } from '../action/icon-button.tsx';
import { saveFile } from '../action/save-file.ts';
import type { RunLog } from './run-log.ts';
import { SearchField } from '../field/search-field.tsx';
import { styled } from '../theme/styled.ts';
import { toast } from '../toast/toast.ts';
import { color } from '../theme/tokens.ts';

interface RunToolsProps {
  log: RunLog;
  /** Name of the file that is downloaded. */
  fileName: string;
  /** The search text. */
  text: string;
  onText: (text: string) => void;
  /** Number of matching lines. */
  found: number;
  hit: number;
  onHit: (hit: number) => void;
  following: boolean;
  onFollow: (on: boolean) => void;
  /** Absent when it cannot be aborted here. */
  onAbort: (() => void) | undefined;
  aborting: boolean;
}

const Hits = styled('span')({ fontSize: 12, color: color.text3, fontVariantNumeric: 'tabular-nums' });

/** Search, copy, download and abort of a run. */
export function RunTools(props: RunToolsProps) {
  const { log, text, found, hit, following, onAbort } = props;
  return (
    <div data-tools>
      <SearchField
        label="Search output"
        value={text}
        onChange={props.onText}
        hotkey={false}
        width={170}
        onEnter={() => props.onHit(hit + 1)}
      />
      {text.trim() === '' ? null : (
        <Hits role="status">{found === 0 ? 'none' : `${(hit % found) + 1} of ${found}`}</Hits>
      )}
      <IconButton
        icon={mdiArrowCollapseDown}
        label="Follow the end"
        size={32}
        outlined={following}
        aria-pressed={following}
        onClick={() => props.onFollow(!following)}
      />
      <IconButton icon={mdiContentCopy} label="Copy output" size={32} onClick={() => void copy(log)} />
      <IconButton
        icon={mdiTrayArrowDown}
        label="Download output"
        size={32}
        onClick={() => saveFile(props.fileName, new Blob([log.text()], { type: 'text/plain;charset=utf-8' }))}
      />
      {onAbort ? (
        <ActionButton
          variant="danger"
          size="small"
          icon={mdiStopCircleOutline}
          pending={props.aborting}
          onClick={onAbort}
        >
          Abort
        </ActionButton>
      ) : null}
    </div>
  );
}

async function copy(log: RunLog): Promise<void> {
  try {
    await navigator.clipboard.writeText(log.text());
    toast.success('Output copied to clipboard!');
  } catch {
    toast.error('Failed to copy output.');
  }
}
