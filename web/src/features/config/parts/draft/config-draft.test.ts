import type { EditableItem } from '@mission-control/contract/config/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftConflict, readDraft, writeDraft } from './config-draft.ts';
import type { Choice } from '../../../../lib/draft/conflict-choice.tsx';
import { resolveActions } from '../../state/conflict.ts';
import { editsReducer, NO_EDITS, type Edits } from '../../state/edits.ts';
import { byKey, editable, localItems } from '../../state/local-config.ts';
import { rebase } from '../../state/rebase.ts';
import { savedItem } from '../../state/testing.ts';

const KEYS = ['A', 'B', 'C', 'D'];
type Values = Partial<Record<string, string>>;
/** A config: some of the keys, with few values, so that sides often agree. */
const values = fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom('1', '2', '3'), { noNullPrototype: true });
const savedOf = (config: Values) => byKey(Object.entries(config).map(([key, value = '']) => savedItem(key, value)));
const state = (revision: number) => ({ revision, saved_by: 'Ben', saved_at: '2026-11-23T09:00:00.000Z' }) as never;

/** The edits that turn one config into another, as the editor makes them. */
function editsBetween(base: Values, mine: Values): Edits {
  const saved = savedOf(base);
  const itemOf = (key: string): EditableItem | null => {
    const item = saved.get(key);
    return item ? editable(item) : null;
  };
  return KEYS.reduce<Edits>((edits, key) => {
    const [before, value] = [itemOf(key), mine[key]];
    if (value !== undefined)
      return editsReducer(edits, { type: 'put', item: editable(savedItem(key, value)), saved: before, revision: 4 });
    return before ? editsReducer(edits, { type: 'remove', saved: before, revision: 4 }) : edits;
  }, NO_EDITS);
}

const afterwards = (edits: Edits, theirs: Values): Values => {
  const saved = savedOf(theirs);
  return Object.fromEntries(localItems(saved, rebase(edits, saved, 9).edits).map(({ key, value }) => [key, value]));
};

describe('a draft of config edits', () => {
  it('is read back as it was written, and nothing else is', () => {
    const edits = editsBetween({ A: '1', B: '1' }, { A: '2', C: '3' });
    const stored: unknown = JSON.parse(JSON.stringify(writeDraft(edits)));
    expect(new Map(readDraft(stored, savedOf({ A: '1', B: '1' }), 4))).toEqual(edits);
    for (const hostile of [null, {}, [['A', {}]], [['__proto__', { item: 1, seen: null, revision: 1 }]], 'x'])
      expect(readDraft(hostile, savedOf({}), 4)).toBeNull();
  });

  it('is empty once the config matches it', () => {
    const stored = writeDraft(editsBetween({ A: '1' }, { A: '2' }));
    expect(readDraft(stored, savedOf({ A: '2' }), 5)).toBeNull();
  });

  it('merges any base, mine and theirs: keeps what one side changed, and asks exactly about what both changed differently', () => {
    let asked = 0;
    fc.assert(
      fc.property(values, values, values, fc.constantFrom<Choice>('mine', 'theirs'), (base, mine, theirs, choice) => {
        const draft = readDraft(JSON.parse(JSON.stringify(writeDraft(editsBetween(base, mine)))), savedOf(theirs), 9);
        const edits: Edits = new Map(draft ?? []);
        const saved = savedOf(theirs);
        const conflict = draftConflict(rebase(edits, saved, 9), saved, state(9));
        const expected = KEYS.filter(
          (key) => mine[key] !== base[key] && theirs[key] !== base[key] && mine[key] !== theirs[key],
        );
        expect(conflict?.clashes.map(({ key }) => key).toSorted() ?? []).toEqual(expected);
        for (const clash of conflict?.clashes ?? []) {
          const { key } = clash;
          expect([clash.base, clash.mine, clash.theirs]).toEqual(
            [base[key], mine[key], theirs[key]].map((value) => value ?? null),
          );
        }
        const choices = new Map(expected.map((key) => [key, choice]));
        const actions = conflict ? resolveActions(conflict, choices, saved) : [];
        const resolved = actions.reduce(editsReducer, edits);
        asked += expected.length;
        const merged = Object.fromEntries(
          KEYS.flatMap((key) => {
            const isMine = mine[key] !== base[key] && (!expected.includes(key) || choice === 'mine');
            const value = isMine ? mine[key] : theirs[key];
            return value === undefined ? [] : [[key, value]];
          }),
        );
        expect(afterwards(resolved, theirs)).toEqual(merged);
        // No choice is asked for again, and the save is based on the newest revision.
        const after = rebase(resolved, saved, 9);
        expect([...after.overlaps, after.baseRevision]).toEqual([9]);
      }),
    );
    expect(asked).toBeGreaterThan(20);
  });
});
