import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RunLog } from './run-log.ts';
import { RunLine } from './run-line.tsx';
import { styled } from '../theme/styled.ts';
import { color, font } from '../theme/tokens.ts';

const LINE = 20;
/** Lines rendered beyond each edge, so that scrolling shows no gap. */
const SPARE = 8;
/** Distance in px from the end that counts as at the end. */
const NEAR = 24;

const Root = styled('div')({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  background: color.inset,
  borderRadius: '0 0 8px 8px',
  overflowAnchor: 'none',
  fontFamily: font.mono,
  fontSize: 12,
  lineHeight: '20px',
  letterSpacing: '-.015em',
  fontFeatureSettings: '"calt" 0',
  color: color.text2,
  '& > div': { position: 'relative', margin: '8px 0' },
  '& > div > div': { position: 'absolute', left: 0, minWidth: '100%' },
});

interface RunLinesProps {
  log: RunLog;
  /** Keeps the end in view. */
  following: boolean;
  onFollow: (on: boolean) => void;
  words: string;
  /** Line of the current search hit, or null. */
  current: number | null;
}

/** The lines of a run, virtualized. */
export function RunLines({ log, following, onFollow, words, current }: RunLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const { count } = log;
  useEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    const sizes = new ResizeObserver(() => setView({ top: place.scrollTop, height: place.clientHeight }));
    sizes.observe(place);
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (following && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [following, count, view.height]);
  useLayoutEffect(() => {
    if (current !== null && box.current) box.current.scrollTop = current * LINE - box.current.clientHeight / 2;
  }, [current]);
  const onScroll = () => {
    const place = box.current;
    if (!place) return;
    setView({ top: place.scrollTop, height: place.clientHeight });
    const atEnd = place.scrollHeight - place.clientHeight - place.scrollTop < NEAR;
    // New lines do not count as the user's scrolling.
    if (atEnd !== following && (atEnd || place.scrollTop < view.top)) onFollow(atEnd);
  };
  const from = Math.max(0, Math.floor(view.top / LINE) - SPARE);
  const to = Math.min(count, Math.ceil((view.top + view.height) / LINE) + SPARE);
  const numbers = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return (
    // A scrollable region must be reachable by keyboard.
    <Root ref={box} role="region" aria-label="Output" tabIndex={0} onScroll={onScroll}>
      <div style={{ height: count * LINE }}>
        <div style={{ top: from * LINE }}>
          {numbers.map((index) => (
            <RunLine
              key={index}
              number={index + 1}
              at={log.timeOf(index)}
              text={log.line(index)}
              words={words}
              current={index === current}
            />
          ))}
        </div>
      </div>
    </Root>
  );
}
