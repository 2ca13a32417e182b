import { mdiArrowCollapseDown, mdiContentCopy, mdiStopCircleOutline, mdiTrayArrowDown } from '@mdi/js';
import { ActionButton } from '../action/action-button.tsx';
import { IconButton } from '../action/icon-button.tsx';
import { downloadFile } from '../action/download-file.ts';
import type { RunLog, RunStep } from './run-log.ts';
import { SearchField } from '../field/search-field.tsx';
import { styled } from '../theme/styled.ts';
import { toast } from '../toast/toast.ts';
import { color, meaningColor } from '../theme/tokens.ts';
import { useNow } from '../display/now.ts';
import { twoDigits } from '../display/times.ts';

interface RunToolsProps {
  log: RunLog;
  /** Name of the file that is downloaded. */
  fileName: string;
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
        label="Follow output"
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
        onClick={() => downloadFile(props.fileName, new Blob([log.text()], { type: 'text/plain;charset=utf-8' }))}
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

interface RunProgressProps {
  step: RunStep | null;
  running: boolean;
  failed: boolean;
  /** ISO. */
  startedAt: string;
  endedAt: string | null;
  /** Usual duration of such runs in seconds; null when unknown. */
  usualSeconds: number | null;
}

const Root = styled('div')({
  padding: '10px 16px 12px',
  borderTop: `1px solid ${color.line}`,
  borderBottom: `1px solid ${color.line}`,
  fontSize: 12,
  color: color.text2,
  '& > div': { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', gap: '2px 12px' },
  '& b': { fontSize: 13, fontWeight: 600, color: color.text },
  '& [data-time]': { marginLeft: 'auto', display: 'flex', alignItems: 'baseline', gap: 8, color: color.text3 },
  '& time': { fontSize: 14, fontWeight: 600, color: color.text, fontVariantNumeric: 'tabular-nums' },
  '& ol': { display: 'flex', gap: 4, marginTop: 8 },
  '& li': { flex: 1, height: 4, borderRadius: 2, background: color.skeleton },
});

/** The current step of a run, and its elapsed time. */
export function RunProgress({ step, running, failed, startedAt, endedAt, usualSeconds }: RunProgressProps) {
  const now = useNow(1000);
  const end = endedAt === null ? now : Date.parse(endedAt);
  const seconds = Math.max(0, Math.round((end - Date.parse(startedAt)) / 1000));
  return (
    <Root>
      <div>
        {step ? (
          <>
            <b>
              Step {step.at} of {step.of}
            </b>
            <span>{step.title}</span>
          </>
        ) : null}
        <span data-time>
          {running ? 'elapsed' : 'took'} <time dateTime={`PT${seconds}S`}>{clock(seconds)}</time>
          {usualSeconds === null ? null : <span>usually {clock(usualSeconds)}</span>}
        </span>
      </div>
      {step && step.of <= 20 ? (
        <ol aria-hidden>
          {Array.from({ length: step.of }, (_, index) => (
            <li key={index} style={{ background: toneOf(index + 1, step.at, running, failed) }} />
          ))}
        </ol>
      ) : null}
    </Root>
  );
}

function toneOf(number: number, at: number, running: boolean, failed: boolean): string | undefined {
  if (number < at) return meaningColor.good.main;
  if (number > at) return undefined;
  if (running) return meaningColor.notice.main;
  return failed ? meaningColor.bad.main : meaningColor.good.main;
}

/** 'mm:ss', with hours when there are any. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`;
}
