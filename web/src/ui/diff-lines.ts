/** One line of a diff; `words` marks the changed part of a line that has a counterpart. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** From inclusive, to exclusive: the part that differs from the other side. */
  changed?: { from: number; to: number };
}

/** Above so many cells of the table of common lines, the middle is shown as removed and added whole. */
const MOST_CELLS = 1_000_000;

/**
 * The lines that turn `before` into `after`, in order; null means there is no such side.
 * Reading only same and removed lines gives `before`, only same and added ones gives `after`.
 */
export function diffLines(before: string | null, after: string | null): DiffLine[] {
  const old = before === null ? [] : before.split('\n');
  const next = after === null ? [] : after.split('\n');
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, next.length) - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const middle = compareMiddle(old.slice(start, old.length - end), next.slice(start, next.length - end));
  return [...same(old.slice(0, start)), ...middle, ...same(end === 0 ? [] : old.slice(-end))];
}

function same(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ kind: 'same', text }));
}

function compareMiddle(old: readonly string[], next: readonly string[]): DiffLine[] {
  if (old.length === next.length && old.length * next.length === 1) return changedPair(old[0] ?? '', next[0] ?? '');
  if (old.length * next.length > MOST_CELLS || old.length === 0 || next.length === 0) return replaced(old, next);
  const lengths = commonLengths(old, next);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < next.length) {
    const [from, to] = [old[i], next[j]];
    if (from !== undefined && from === to) {
      lines.push({ kind: 'same', text: from });
      i += 1;
      j += 1;
    } else if (from !== undefined && (to === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      lines.push({ kind: 'removed', text: from });
      i += 1;
    } else if (to !== undefined) {
      lines.push({ kind: 'added', text: to });
      j += 1;
    }
  }
  return lines;
}

function replaced(old: readonly string[], next: readonly string[]): DiffLine[] {
  return [
    ...old.map((text): DiffLine => ({ kind: 'removed', text })),
    ...next.map((text): DiffLine => ({ kind: 'added', text })),
  ];
}

/** lengths[i][j]: how many lines old from i and next from j have in common, in order. */
function commonLengths(old: readonly string[], next: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (!row) continue;
    for (let j = next.length - 1; j >= 0; j -= 1) {
      row[j] = old[i] === next[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function at(lengths: readonly Uint32Array[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

/** A short value that changed: marks what lies between the common start and the common end, on word borders. */
function changedPair(before: string, after: string): DiffLine[] {
  const [old, next] = [words(before), words(after)];
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, next.length) - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
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

/** A run of unchanged lines that is not shown. */
export interface DiffFold {
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
