import { commandGate } from './gate.ts';

/** Gates that run third-party tools. */
export const toolGates = [
  commandGate('types', 'Correct the types; an assertion needs a comment that says why it holds.', 'tsc', [
    '-b',
    '--pretty',
    'false',
  ]),
  commandGate(
    'lint',
    'Correct the code. `npx oxlint --fix` does the mechanical ones. A suppression carries a reason: `// oxlint-disable-next-line rule -- why`.',
    'oxlint',
    ['--type-aware', '--deny-warnings', '--format=unix'],
  ),
  commandGate('format', 'Run `npm run format` and commit what it changed.', 'oxfmt', ['--list-different']),
  commandGate(
    'size',
    'Split a file over 350 lines by topic, or extract a named part of a function over 60 lines; split a service file into one file per verb.',
    'oxlint',
    ['-c', 'scripts/gates/size.oxlintrc.json', '--format=unix'],
  ),
  commandGate(
    'unused',
    'Delete what nothing uses, or stop exporting it. A dependency goes with `npm uninstall`; only entry points belong in knip.json.',
    'knip',
    ['--no-progress'],
  ),
];
