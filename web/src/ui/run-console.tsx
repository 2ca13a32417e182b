import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { RunLines } from './run-lines.tsx';
import type { RunLog } from './run-log.ts';
import { RunProgress } from './run-progress.tsx';
import { useRunSearch } from './run-search.ts';
import { RunTools } from './run-tools.tsx';
import { StatusChip, type ChipMeaning } from './status-chip.tsx';
import { styled } from './styled.ts';
import { color, meaningColor, narrow, radius } from './tokens.ts';

/** How a run is. */
export type RunState = 'running' | 'succeeded' | 'failed' | 'aborted' | 'unknown';

interface RunConsoleProps {
  log: RunLog;
  /** `Run 2187`. */
  title: ReactNode;
  /** What it does, and who started it. */
  subtitle: ReactNode;
  state: RunState;
  /** Why it did not succeed. */
  error: string | null;
  /** ISO. */
  startedAt: string;
  endedAt: string | null;
  usualSeconds: number | null;
  /** Name of the file that is downloaded. */
  fileName: string;
  /** Without: it cannot be ended from here. */
  onAbort?: (() => void) | undefined;
  /** It was asked to end. */
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
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
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
    '& > [data-tools] > :first-child': { flex: '1 1 100px', width: 'auto', minWidth: 0 },
  },
});
const Reason = styled('p')({
  padding: '8px 16px',
  borderBottom: `1px solid ${color.line}`,
  color: meaningColor.bad.main,
  fontSize: 13,
  overflowWrap: 'anywhere',
});

/** The output of a run while it runs and afterwards: follows its end, can be searched, copied and downloaded; the run can be ended. */
export function RunConsole(props: RunConsoleProps) {
  const { log, title, subtitle, state, error, startedAt, endedAt, usualSeconds, height = 460 } = props;
  const version = useSyncExternalStore(log.subscribe, log.version);
  const [following, setFollowing] = useState(true);
  const [text, setText] = useState('');
  const [hit, setHit] = useState(0);
  const found = useRunSearch(log, text, version);
  const current = found.length === 0 ? null : (found[hit % found.length] ?? null);
  const search = (next: string) => {
    setText(next);
    setHit(0);
    setFollowing(false);
  };
  return (
    <Root aria-label="Run output" style={{ height }}>
      <Head>
        <StatusChip meaning={MEANING[state]}>{state.toUpperCase()}</StatusChip>
        <h2>{title}</h2>
        <p>{subtitle}</p>
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
      <RunLines
        log={log}
        following={following}
        onFollow={setFollowing}
        words={text.trim().toLowerCase()}
        current={current}
      />
    </Root>
  );
}
