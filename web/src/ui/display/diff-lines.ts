import { diffArrays } from 'diff';

/** One line of a diff; `changed` marks the part of a line that differs from its counterpart. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Range that differs from the other side: `from` inclusive, `to` exclusive. */
  changed?: { from: number; to: number };
}

/** Above this edit distance of the shared lines, the middle is shown as removed and added: comparing it would take too long. */
const MAX_EDITS = 1000;

/**
 * Lines that turn `before` into `after`; null means the side does not exist. The `same` and `removed` lines make up `before`, the `same`
 * and `added` lines make up `after`.
 */
export function diffLines(before: string | null, after: string | null): DiffLine[] {
  const old = before === null ? [] : before.split('\n');
  const next = after === null ? [] : after.split('\n');
  const [start, end] = sharedEnds(old, next);
  const middle = compareMiddle(old.slice(start, old.length - end), next.slice(start, next.length - end));
  return [...same(old.slice(0, start)), ...middle, ...same(end === 0 ? [] : old.slice(-end))];
}

/** How many parts both sides share at their start, and how many of the others at their end. */
function sharedEnds(old: readonly string[], next: readonly string[]): [start: number, end: number] {
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, next.length) - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  return [start, end];
}

function same(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ kind: 'same', text }));
}

function compareMiddle(old: readonly string[], next: readonly string[]): DiffLine[] {
  if (old.length === next.length && old.length * next.length === 1) return changedPair(old[0] ?? '', next[0] ?? '');
  const [sameOld, sameNext] = markSame(old, next);
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < old.length || j < next.length;) {
    const [from = '', to = ''] = [old[i], next[j]];
    if (i < old.length && sameOld[i] !== true) {
      lines.push({ kind: 'removed', text: from });
      i += 1;
    } else if (j < next.length && sameNext[j] !== true) {
      lines.push({ kind: 'added', text: to });
      j += 1;
    } else {
      lines.push({ kind: 'same', text: from });
      i += 1;
      j += 1;
    }
  }
  return lines;
}

/** Marks unchanged lines on each side. Lines of one side only are changes anyway and are not compared. */
function markSame(old: readonly string[], next: readonly string[]): [boolean[], boolean[]] {
  const [inOld, inNext] = [new Set(old), new Set(next)];
  const parts = diffArrays(
    old.filter((text) => inNext.has(text)),
    next.filter((text) => inOld.has(text)),
    { maxEditLength: MAX_EDITS },
  );
  const marks = (lines: readonly string[], other: ReadonlySet<string>, side: 'removed' | 'added') => {
    const kept = (parts ?? []).flatMap((part) =>
      part.removed || part.added ? (part[side] ? part.value.map(() => false) : []) : part.value.map(() => true),
    );
    let at = 0;
    return lines.map((text) => other.has(text) && (kept[at++] ?? false));
  };
  return [marks(old, inNext, 'removed'), marks(next, inOld, 'added')];
}

/** A short changed value: marks the part between the common prefix and suffix, on word boundaries. */
function changedPair(before: string, after: string): DiffLine[] {
  const [old, next] = [words(before), words(after)];
  const [start, end] = sharedEnds(old, next);
  const range = (parts: readonly string[]) => {
    const from = parts.slice(0, start).join('').length;
    return { from, to: from + parts.slice(start, parts.length - end).join('').length };
  };
  return [
    { kind: 'removed', text: before, changed: range(old) },
    { kind: 'added', text: after, changed: range(next) },
  ];
}

function words(text: string): string[] {
  return text.match(/\w+|\W/gu) ?? [];
}

/** A folded run of unchanged lines. */
interface DiffFold {
  kind: 'fold';
  lines: number;
}

/** Keeps `context` unchanged lines around each change and folds the rest. */
export function foldSame(lines: readonly DiffLine[], context: number): (DiffLine | DiffFold)[] {
  const near = lines.map(() => false);
  lines.forEach((line, index) => {
    if (line.kind === 'same') return;
    for (let i = Math.max(0, index - context); i <= Math.min(lines.length - 1, index + context); i += 1) near[i] = true;
  });
  const shown: (DiffLine | DiffFold)[] = [];
  lines.forEach((line, index) => {
    const last = shown.at(-1);
    if (near[index]) shown.push(line);
    else if (last?.kind === 'fold') last.lines += 1;
    else shown.push({ kind: 'fold', lines: 1 });
  });
  return shown;
}
