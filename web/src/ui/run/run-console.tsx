import { mdiLockOutline } from '@mdi/js';
import { StatePanel } from '../layout/state-panel.tsx';
import { useState, useSyncExternalStore, type ReactNode, useEffect } from 'react';
import { RunLines } from './run-lines.tsx';
import type { RunLog } from './run-log.ts';
import { RunProgress, RunTools } from './run-tools.tsx';
import { Skeleton } from '../layout/skeleton.tsx';
import { StatusChip, type ChipMeaning } from '../display/status-chip.tsx';
import { styled } from '../theme/styled.ts';
import { color, meaningColor, narrow, panelSurface, radius } from '../theme/tokens.ts';

/** Lines searched per step, so that the page stays responsive. */
const CHUNK_LINES = 5_000;

interface SearchState {
  log: RunLog;
  words: string;
  /** Index of the first line not searched yet. */
  upTo: number;
  lines: readonly number[];
}

/** Searches the next chunk of lines. */
function searchNextChunk({ log, words, upTo, lines }: SearchState): SearchState {
  const end = Math.min(log.ended, upTo + CHUNK_LINES);
  const more: number[] = [];
  for (let at = upTo; at < end; at += 1) if (log.line(at).toLowerCase().includes(words)) more.push(at);
  return { log, words, upTo: end, lines: more.length === 0 ? lines : [...lines, ...more] };
}

/**
 * Numbers of the lines that contain a text, ignoring case; continues while the run writes.
 * @param version of the log, which is mutated in place: a new version means that there may be new lines
 * @param isOver the run writes no more; its last line may have stayed unfinished
 */
function useRunSearch(log: RunLog, text: string, version: number, isOver: boolean): readonly number[] {
  const words = text.trim().toLowerCase();
  const [found, setFound] = useState<SearchState>({ log, words: '', upTo: 0, lines: [] });
  const current = found.log === log && found.words === words ? found : { log, words, upTo: 0, lines: [] };
  const isOpen = words !== '' && current.upTo < log.ended;
  useEffect(() => {
    if (!isOpen) return undefined;
    const soon = setTimeout(() => setFound(searchNextChunk(current)));
    return () => clearTimeout(soon);
  });
  void version;
  if (words === '') return [];
  if (!isOver || isOpen || !log.line(log.ended).toLowerCase().includes(words)) return current.lines;
  return [...current.lines, log.ended];
}

type RunState = 'running' | 'succeeded' | 'failed' | 'aborted' | 'unknown';

interface RunConsoleProps {
  log: RunLog;
  /** `Run 2187`. */
  title: ReactNode;
  /** What it does, and who started it. */
  subtitle: ReactNode;
  state: RunState;
  /** Why it failed. */
  error: string | null;
  /** ISO. */
  startedAt: string;
  endedAt: string | null;
  usualSeconds: number | null;
  /** Name of the file that is downloaded. */
  fileName: string;
  /** Why the user may not see the output; its tools are hidden too. */
  outputRefusal?: string | null;
  /** Absent when it cannot be aborted here. */
  onAbort?: (() => void) | undefined;
  /** An abort was requested. */
  aborting?: boolean;
  /** In px. */
  height?: number;
}

const MEANING: Record<RunState, ChipMeaning> = {
  running: 'notice',
  succeeded: 'good',
  failed: 'bad',
  aborted: 'off',
  unknown: 'warn',
};

const Root = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  ...panelSurface,
});
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '8px 12px',
  padding: '12px 16px',
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.01em' },
  '& > p': { color: color.text2, fontSize: 12, minWidth: 0, flex: '1 1 120px', overflowWrap: 'anywhere' },
  '& > [data-tools]': { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 8 },
  [narrow]: {
    '& > [data-tools]': { flex: '1 1 100%' },
    // The search field; its siblings are buttons.
    '& > [data-tools] > div': { flex: '1 1 100px', width: 'auto', minWidth: 0 },
  },
});
const Reason = styled('p')({
  padding: '8px 16px',
  borderBottom: `1px solid ${color.line}`,
  color: meaningColor.bad.main,
  fontSize: 13,
  overflowWrap: 'anywhere',
});

const LoadingOutput = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  padding: '14px 16px 12px',
  borderTop: `1px solid ${color.line}`,
  borderBottom: `1px solid ${color.line}`,
});
const EmptyOutput = styled('div')({
  flex: 1,
  background: color.inset,
  borderRadius: `0 0 ${radius.card}px ${radius.card}px`,
});

function Refused({ children }: { children: ReactNode }) {
  return (
    <StatePanel icon={mdiLockOutline} title="The output is hidden for your role">
      {children}
    </StatePanel>
  );
}

/** The output of a run, live or finished: follows the end, can be searched, copied and downloaded; the run can be aborted. */
export function RunConsole(props: RunConsoleProps) {
  const { log, title, subtitle, state, error, startedAt, endedAt, usualSeconds, height = 460 } = props;
  const { outputRefusal: refusal = null } = props;
  const version = useSyncExternalStore(log.subscribe, log.version);
  const [following, setFollowing] = useState(true);
  const [text, setText] = useState('');
  const [hit, setHit] = useState(0);
  const found = useRunSearch(log, text, version, state !== 'running');
  const current = found.length === 0 ? null : (found[hit % found.length] ?? null);
  const search = (next: string) => {
    setText(next);
    setHit(0);
    setFollowing(false);
  };
  const tools = (
    <RunTools
      log={log}
      fileName={props.fileName}
      text={text}
      onText={search}
      found={found.length}
      hit={hit}
      onHit={setHit}
      following={following}
      onFollow={setFollowing}
      onAbort={state === 'running' ? props.onAbort : undefined}
      aborting={props.aborting ?? false}
    />
  );
  return (
    <Root aria-label="Run output" style={{ height }}>
      <Head>
        <StatusChip meaning={MEANING[state]}>{state.toUpperCase()}</StatusChip>
        <h2>{title}</h2>
        <p>{subtitle}</p>
        {refusal === null ? tools : null}
      </Head>
      <RunProgress
        step={log.step}
        running={state === 'running'}
        failed={state !== 'succeeded'}
        startedAt={startedAt}
        endedAt={endedAt}
        usualSeconds={usualSeconds}
      />
      {error === null ? null : <Reason>{error}</Reason>}
      {refusal === null ? (
        <RunLines
          log={log}
          following={following}
          onFollow={setFollowing}
          words={text.trim().toLowerCase()}
          current={current}
        />
      ) : (
        <Refused>{refusal}</Refused>
      )}
    </Root>
  );
}

/** Placeholder while a run's output loads. */
export function RunConsolePending({ label, height }: { label: string; height: number }) {
  return (
    <Root aria-label={label} aria-busy style={{ height }}>
      <Head>
        <Skeleton width={96} height={22} />
        <Skeleton width={48} />
        <p>
          <Skeleton width={220} />
        </p>
        <Skeleton width={280} height={32} />
      </Head>
      <LoadingOutput>
        <Skeleton width={160} />
        <Skeleton height={4} />
      </LoadingOutput>
      <EmptyOutput />
    </Root>
  );
}
