import { visibleText } from '../display/visible-text.ts';
import type { ReactNode } from 'react';
import { styled } from '../theme/styled.ts';
import { color, meaningColor } from '../theme/tokens.ts';

/** Maximum characters shown per line; copy and download include all. */
const MAX_LENGTH = 2_000;

const Row = styled('div', { shouldForwardProp: (prop) => prop !== 'current' })<{ current: boolean }>(({ current }) => ({
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
export function RunLine({ number, at, text, words, current }: RunLineProps) {
  const shown = visibleText(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
  return (
    <Row current={current}>
      <i data-number>{number}</i>
      <i data-time>{new Date(at).toISOString().slice(11, 19)}</i>
      <span>{words === '' ? coloured(shown) : marked(shown, words)}</span>
    </Row>
  );
}

/** Colours steps, results and complaints. */
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
