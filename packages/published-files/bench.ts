// Renders and parses files of 10,000 settings, and parses hostile text of 1 and 2 MB. Run: node packages/published-files/bench.ts
import { FileFault, parseFile, renderFile, type PlainSetting } from './src/index.ts';
import type { FileFormat } from './src/names.ts';

const COUNT = 10_000;
const LIMITS = { ms: 500, growth: 3 };
const ROUNDS = 7;

const formOf = (format: FileFormat, index: number): PlainSetting['form'] => {
  if (format !== 'php') return 'text';
  return index % 3 === 0 ? 'variable' : 'constant';
};
const settingsFor = (format: FileFormat): PlainSetting[] =>
  Array.from({ length: COUNT }, (_, index) => ({
    key: `KEY_${index}`,
    form: formOf(format, index),
    data: index % 5 === 0 ? index : `it's "${index}" \\ $5 – https://example.org/?a=${index}`,
  }));

/** Fragments that make a naive parser quadratic. */
const HOSTILE: readonly (readonly [FileFormat, start: string, piece: string])[] = [
  ['php', '<?php ', '(['],
  ['php', '<?php ', "$a = '\\"],
  ['php', '<?php ', '/* '],
  ['php', '<?php ', '<<<X\n$ '],
  ['php', '<?php ', '// Code block a\n'],
  ['dotenv', '', 'A="'],
  ['dotenv', '', 'A=${B}\n'],
  ['json', '', '[{"a":'],
];

/** Median duration in ms. */
function time(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

function report(ok: boolean, text: string): void {
  console.log(`${text}: ${ok ? 'ok' : 'FAILED'}`);
  if (!ok) process.exitCode = 1;
}

for (const format of ['php', 'json', 'dotenv'] as const) {
  const settings = settingsFor(format);
  const text = renderFile(format, settings);
  const render = time(() => renderFile(format, settings));
  const parse = time(() => parseFile(format, text));
  const found = parseFile(format, text).settings.size;
  const figures = `${format}: rendered in ${render.toFixed(1)} ms, parsed in ${parse.toFixed(1)} ms`;
  report(
    render + parse <= LIMITS.ms && found === COUNT,
    `${figures}, ${found} of ${COUNT} found (at most ${LIMITS.ms} ms)`,
  );
}

function parseHostile(format: FileFormat, text: string): void {
  try {
    parseFile(format, text);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
  }
}

for (const [format, start, piece] of HOSTILE) {
  // Smaller texts are parsed without a garbage collection, which would be counted as growth.
  const [one, two] = [2, 4].map((mb) => {
    const text = start + piece.repeat((mb * 1024 * 1024) / piece.length);
    return Math.max(
      1,
      time(() => parseHostile(format, text)),
    );
  });
  const growth = (two ?? 0) / (one ?? 1);
  const figures = `${format} of ${JSON.stringify(piece)}: ${one?.toFixed(1)} and ${two?.toFixed(1)} ms`;
  report(growth <= LIMITS.growth, `${figures}, ${growth.toFixed(1)} x (at most ${LIMITS.growth})`);
}
