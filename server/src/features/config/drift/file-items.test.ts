import { expect, it } from 'vitest';
import { diffOfFile } from './file-items.ts';

const lossesOf = (format: 'php' | 'dotenv', text: string) =>
  diffOfFile(Buffer.from(text), { format, items: new Map(), keys: new Map() }).losses;

it.each([
  ['php', "<?php\ndefine('A', 'x');\n// note\n# note\n/* note\n note */ /**/\n?>\n", []],
  [
    'php',
    "<?php\ndefine('A', 'x');\n/* note */ echo 1;\n",
    ['A commit leaves out text that is not a setting: line 3.'],
  ],
  ['php', "<?php\ndefine('A', 'x');\n/*/ never closed\n", ['A commit leaves out text that is not a setting: line 3.']],
  ['dotenv', 'A=x\n  # note\n\n#\n', []],
  ['dotenv', 'A=x\nnote\n# note\n', ['A commit leaves out text that is not a setting: lines 2 to 3.']],
] as const)('distinguishes comments from text that a commit would leave out: %s %j', (format, text, losses) => {
  expect(lossesOf(format, text)).toEqual(losses);
});

// A quadratic algorithm would take minutes for each.
it.each([
  ['php', `<?php\n${'/* '.repeat(150_000)}`],
  ['php', `<?php\n?>${' '.repeat(300_000)}?>${' '.repeat(300_000)}x`],
  ['dotenv', `${'\n'.repeat(300_000)}x`],
] as const)('reads a long malformed %s file quickly', (format, text) => {
  expect(lossesOf(format, text)).toHaveLength(1);
});
