import { countText } from '@mission-control/contract/numbers';
import { styled } from '../theme/styled.ts';
import { SECRET_MASK, visibleText } from './visible-text.ts';
import { useMemo } from 'react';
import { diffLines, foldSame, type DiffLine } from './diff-lines.ts';
import { color, font, meaningColor, radius, visuallyHidden } from '../theme/tokens.ts';

interface DiffViewProps {
  /** Accessible name. */
  label: string;
  /** Null: did not exist. */
  before: string | null;
  /** Null: is removed. */
  after: string | null;
  /** Secrets: shows that a side exists, never its value. */
  masked?: boolean;
  /** Unchanged lines kept around a change. */
  context?: number;
  /** In px; longer ones scroll. */
  maxHeight?: number;
}

const Root = styled('div')({
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  overflow: 'auto',
  fontFamily: font.mono,
  fontSize: 12,
  lineHeight: '20px',
  letterSpacing: '-.02em',
  fontFeatureSettings: '"calt" 0',
  background: color.inset,
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0,1fr)',
    padding: '2px 10px 2px 0',
    minHeight: 24,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  '& > div::before': { content: '" "', textAlign: 'center', color: color.text3 },
  '& > [data-kind="added"]': { background: 'rgba(99,209,143,.11)', color: color.addedText },
  '& > [data-kind="added"]::before': { content: '"+"', color: meaningColor.good.main },
  '& > [data-kind="removed"]': { background: 'rgba(254,120,115,.11)', color: color.removedText },
  '& > [data-kind="removed"]::before': { content: '"\\2212"', color: meaningColor.bad.main },
  '& > [data-kind="fold"]': { color: color.text3, fontFamily: font.sans, letterSpacing: 0 },
  '& mark': { background: 'rgba(99,209,143,.30)', color: color.onAccent, borderRadius: 2 },
  '& > [data-kind="removed"] mark': { background: 'rgba(254,120,115,.34)' },
  '& i': visuallyHidden,
});

const KIND_WORDS = { added: 'Added: ', removed: 'Removed: ', same: '', fold: '' } as const;

/** Before and after, line by line; a short value highlights its changed part. */
export function DiffView({ label, before, after, masked = false, context = 3, maxHeight }: DiffViewProps) {
  const lines = useMemo(
    () => (masked ? maskedLines(before, after) : foldSame(diffLines(shown(before), shown(after)), context)),
    [before, after, masked, context],
  );
  const scrolls = maxHeight !== undefined;
  return (
    <Root
      role="group"
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      style={scrolls ? { maxHeight } : undefined}
    >
      {lines.map((line, index) => (
        // Lines repeat; only the index tells them apart.
        <div key={index} data-kind={line.kind}>
          <span>
            {KIND_WORDS[line.kind] ? <i>{KIND_WORDS[line.kind]}</i> : null}
            {line.kind === 'fold' ? countText(line.lines, 'unchanged line') : <Words line={line} />}
          </span>
        </div>
      ))}
    </Root>
  );
}

const shown = (text: string | null): string | null => text && visibleText(text);

function maskedLines(before: string | null, after: string | null): DiffLine[] {
  const removed: DiffLine[] = before === null ? [] : [{ kind: 'removed', text: SECRET_MASK }];
  const added: DiffLine[] = after === null ? [] : [{ kind: 'added', text: SECRET_MASK }];
  return before === after ? [{ kind: 'same', text: SECRET_MASK }] : [...removed, ...added];
}

function Words({ line: { text, changed } }: { line: DiffLine }) {
  if (!changed || changed.from === changed.to) return text;
  return (
    <>
      {text.slice(0, changed.from)}
      <mark>{text.slice(changed.from, changed.to)}</mark>
      {text.slice(changed.to)}
    </>
  );
}
