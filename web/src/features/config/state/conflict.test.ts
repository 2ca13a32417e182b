import { describe, expect, it } from 'vitest';
import type { Choice } from '../../../lib/draft/conflict-choice.tsx';
import { readConflict, resolveActions } from './conflict.ts';
import { editsReducer, NO_EDITS, type EditAction } from './edits.ts';
import { rebase } from './rebase.ts';
import { item, savedConfig, savedItem } from './testing.ts';

const clash = (key: string) => ({
  key,
  base: 'old',
  theirs: 'theirs',
  mine: 'mine',
  masked: false,
  by: 'Priya Shah',
  at: '2026-03-01T10:00:00.000Z',
});

describe('a conflict on Save', () => {
  it('is read only from the details of a 409', () => {
    expect(readConflict({ revision: 5, clashes: [clash('A')] })?.clashes).toHaveLength(1);
    expect(readConflict({ why: 'something else' })).toBeNull();
    expect(readConflict(undefined)).toBeNull();
  });

  it('rebases my choices on the newest revision, drops edits resolved as theirs, and keeps other edits', () => {
    const before = savedConfig(savedItem('A', 'old'), savedItem('B', 'old'), savedItem('C', 'old'));
    const put = (key: string): EditAction => ({
      type: 'put',
      item: item(key, 'mine'),
      saved: before.get(key) ?? null,
      revision: 4,
    });
    const edits = ['A', 'B', 'C'].map(put).reduce(editsReducer, NO_EDITS);
    const choices = new Map<string, Choice>([
      ['A', 'mine'],
      ['B', 'theirs'],
    ]);
    const after = resolveActions({ revision: 5, clashes: [clash('A'), clash('B')] }, choices).reduce(
      editsReducer,
      edits,
    );
    expect([...after.keys()]).toEqual(['A', 'C']);
    const now = savedConfig(savedItem('A', 'theirs'), savedItem('B', 'theirs'), savedItem('C', 'old'));
    expect(rebase(after, now, 5).baseRevision).toBe(5);
  });
});
