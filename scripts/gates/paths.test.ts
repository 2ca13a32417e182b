import { expect, it } from 'vitest';
import { findDeadPaths } from './paths.ts';

const paths = new Set(['server/src/app/main.ts', 'web/src/ui/theme/tokens.ts', 'docs/operating.md']);

it.each(['`server/src/app/main.ts`', '`app/main.ts`', '`theme/tokens.ts`', '`main.ts`', 'main.js', '`npm test`'])(
  'accepts %s',
  (text) => {
    expect(findDeadPaths('docs/architecture.md', text, paths)).toEqual([]);
  },
);

it('reports a removed or moved file once', () => {
  expect(findDeadPaths('docs/architecture.md', '`app/gone.ts`, `app/gone.ts` and `ui/tokens.ts`', paths)).toEqual([
    'docs/architecture.md names app/gone.ts, which does not exist',
    'docs/architecture.md names ui/tokens.ts, which does not exist',
  ]);
});
