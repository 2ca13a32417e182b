import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { visibleText } from '../display/visible-text.ts';
import { lineWindow } from '../table/scroll-window.ts';
import type { RunLog } from './run-log.ts';
import { styled } from '../theme/styled.ts';
import { color, font, meaningColor } from '../theme/tokens.ts';

/** Maximum characters shown per line; copy and download include all. */
const MAX_LENGTH = 2_000;

const Row = styled('div', ['current'])<{ current: boolean }>(({ current }) => ({
  display: 'flex',
  gap: 14,
  height: 20,
  padding: '0 16px 0 0',
  width: 'max-content',
  minWidth: '100%',
  whiteSpace: 'pre',
  background: current ? color.accentTint : 'none',
  '& > i': { flex: 'none', color: color.text3, fontStyle: 'normal', userSelect: 'none' },
  '& > [data-number]': { minWidth: 52, textAlign: 'right' },
  '& mark': { background: meaningColor.warn.tint, color: meaningColor.warn.main, borderRadius: 2 },
  '@media (max-width:700px)': { '& > [data-time]': { display: 'none' } },
}));

interface RunLineProps {
  number: number;
  /** In ms since 1970. */
  at: number;
  text: string;
  /** The search text in lower case. */
  words: string;
  current: boolean;
}

/** One line of a run: its number, its time (UTC), its text. */
function RunLine({ number, at, text, words, current }: RunLineProps) {
  const shown = visibleText(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
  return (
    <Row current={current}>
      <i data-number>{number}</i>
      <i data-time>{new Date(at).toISOString().slice(11, 19)}</i>
      <span>{words === '' ? coloured(shown) : marked(shown, words)}</span>
    </Row>
  );
}

/** Colours steps, results and warnings. */
function coloured(text: string): ReactNode {
  const step = /^\[\d+\/\d+\]/.exec(text)?.[0];
  if (step !== undefined) {
    return (
      <>
        <b style={{ color: meaningColor.notice.main }}>{step}</b>
        {text.slice(step.length)}
      </>
    );
  }
  const said = /\b(?:DONE|OK|warning:|error:|failed:?|fatal:)/i.exec(text);
  if (!said) return text;
  const [word] = said;
  const tone = /^(?:done|ok)$/i.test(word) ? toneOfSuccess(word) : meaningColor[/^w/i.test(word) ? 'warn' : 'bad'].main;
  return (
    <>
      {text.slice(0, said.index)}
      <span style={tone === null ? undefined : { color: tone }}>{word}</span>
      {text.slice(said.index + word.length)}
    </>
  );
}

/** These words are results only in capitals; otherwise they are part of a sentence. */
const toneOfSuccess = (word: string): string | null => (word === word.toUpperCase() ? meaningColor.good.main : null);

function marked(text: string, words: string): ReactNode {
  const parts: ReactNode[] = [];
  const lower = text.toLowerCase();
  // Where lower-casing changes the length, offsets do not match: such a line stays unmarked.
  if (lower.length !== text.length) return text;
  let from = 0;
  for (let at = lower.indexOf(words); at !== -1; at = lower.indexOf(words, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + words.length)}</mark>);
    from = at + words.length;
  }
  return [...parts, text.slice(from)];
}

const LINE_HEIGHT_PX = 20;
/** Lines rendered beyond each edge, so that scrolling shows no gap. */
const OVERSCAN = 8;
/** Distance in px from the end that counts as at the end. */
const END_THRESHOLD_PX = 24;

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
    if (current !== null && box.current)
      box.current.scrollTop = current * LINE_HEIGHT_PX - box.current.clientHeight / 2;
  }, [current]);
  const onScroll = () => {
    const place = box.current;
    if (!place) return;
    setView({ top: place.scrollTop, height: place.clientHeight });
    const atEnd = place.scrollHeight - place.clientHeight - place.scrollTop < END_THRESHOLD_PX;
    // New lines do not count as the user's scrolling.
    if (atEnd !== following && (atEnd || place.scrollTop < view.top)) onFollow(atEnd);
  };
  const { from, to } = lineWindow(count, view.top, view.height, LINE_HEIGHT_PX, OVERSCAN);
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  return (
    // A scrollable region must be reachable by keyboard.
    <Root ref={box} role="region" aria-label="Output" tabIndex={0} onScroll={onScroll}>
      <div style={{ height: count * LINE_HEIGHT_PX }}>
        <div style={{ top: from * LINE_HEIGHT_PX }}>
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
