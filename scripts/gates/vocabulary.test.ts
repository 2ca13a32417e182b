import { expect, it } from 'vitest';
import { findForeignWords } from './vocabulary.ts';

it('accepts the same feature word in contract, server and browser', () => {
  const paths = [
    'contract/src/config/schema.ts',
    'server/src/features/control/jobs.ts',
    'web/src/features/cron/pages/cron-page.tsx',
  ];
  expect(findForeignWords(paths)).toEqual([]);
});

it('reports a folder that is not a feature word once, with the valid words', () => {
  const faults = findForeignWords(['server/src/features/widgets/service.ts', 'server/src/features/widgets/routes.ts']);
  expect(faults).toEqual([
    expect.stringMatching(/^server\/src\/features\/widgets\/ is not a feature: use one of auth, /),
  ]);
});

it('accepts words of the platform in the contract only', () => {
  expect(findForeignWords(['contract/src/events/calls.ts'])).toEqual([]);
  expect(findForeignWords(['server/src/features/events/routes.ts'])).toHaveLength(1);
});

it.each(['utils', 'helpers.ts', 'common', 'manager.ts', 'data2.ts'])('rejects the meaningless name %s', (name) => {
  const path = name.endsWith('.ts') ? `server/src/platform/${name}` : `server/src/platform/${name}/clock.ts`;
  expect(findForeignWords([path])).toEqual([expect.stringContaining('is too vague')]);
});

it('rejects a file that is not kebab-case', () => {
  expect(findForeignWords(['web/src/ui/IconButton.tsx'])).toEqual([expect.stringContaining('is not kebab-case')]);
  expect(findForeignWords(['web/src/ui/icon-button.test.tsx', 'server/migrations/0000_initial.sql'])).toEqual([]);
});
