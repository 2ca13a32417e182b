import { configFingerprint } from '@mission-control/contract/config/fingerprint';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editsReducer, NO_EDITS, type EditAction, type Edits, saveBody } from './edits.ts';
import { localItems } from './local-config.ts';
import { rebase } from './rebase.ts';
import { item, savedConfig, savedItem } from './testing.ts';

const run = (actions: EditAction[], from: Edits = NO_EDITS) => actions.reduce(editsReducer, from);
const saved = savedConfig(savedItem('HOST', 'a'), savedItem('PORT', '1'));
const put = (key: string, value: string, revision = 3): EditAction => ({
  type: 'put',
  item: item(key, value),
  saved: saved.get(key) ?? null,
  revision,
});

describe('edits of a config', () => {
  it('stay local until Save: the saved items are not touched [CFG-33]', () => {
    const edits = run([put('HOST', 'b')]);
    expect(saved.get('HOST')?.value).toBe('a');
    expect(localItems(saved, edits).find((row) => row.key === 'HOST')?.value).toBe('b');
  });

  it('differ from the saved config by fingerprint until edited back [CFG-34, CFG-35]', () => {
    const before = configFingerprint(saved.values());
    const edits = run([put('HOST', 'b')]);
    expect(configFingerprint(localItems(saved, edits))).not.toBe(before);
    const back = run([put('HOST', 'a')], edits);
    expect(back.size).toBe(0);
    expect(configFingerprint(localItems(saved, back))).toBe(before);
  });

  it('are dropped by Reset [CFG-03]', () => {
    const edits = run([put('HOST', 'b'), put('NEW', 'x'), { type: 'reset' }]);
    expect(localItems(saved, edits)).toEqual([...saved.values()]);
  });

  it('become one diff of added, changed and removed settings [CFG-28]', () => {
    const port = saved.get('PORT');
    if (!port) throw new Error('no PORT');
    const edits = run([put('HOST', 'b'), put('NEW', 'x'), { type: 'remove', saved: port, revision: 3 }]);
    const body = saveBody(saved.values(), localItems(saved, edits), 3);
    expect(body.added.map((row) => row.key)).toEqual(['NEW']);
    expect(body.changed.map((row) => row.key)).toEqual(['HOST']);
    expect(body.removed).toEqual(['PORT']);
    expect(body.base_revision).toBe(3);
  });

  it('undo one row at a time', () => {
    const edits = run([put('HOST', 'b'), put('NEW', 'x'), { type: 'undo', keys: ['HOST'] }]);
    expect([...edits.keys()]).toEqual(['NEW']);
  });

  it('hold injected defaults as local edits until Save [CFG-62]', () => {
    const edits = run([{ type: 'inject', items: [item('A', '1'), item('B', '2')], revision: 0 }]);
    expect(localItems(new Map(), edits).map((row) => row.key)).toEqual(['A', 'B']);
    expect(saveBody([], localItems(new Map(), edits), 0).added).toHaveLength(2);
  });

  it('made while saving are based on the saved config', () => {
    const sent = run([put('HOST', 'b'), put('PORT', '2')]);
    const typed = run([put('HOST', 'c')], sent);
    const after = run([{ type: 'saved', sent, revision: 4 }], typed);
    expect([...after.keys()]).toEqual(['HOST']);
    expect(after.get('HOST')).toMatchObject({ item: { value: 'c' }, seen: { value: 'b' }, revision: 4 });
  });
});

describe('rebase on a newer saved config', () => {
  it('keeps disjoint edits and moves them to the newest revision', () => {
    const edits = run([put('HOST', 'b')]);
    const newer = savedConfig(savedItem('HOST', 'a'), savedItem('PORT', '9'));
    const result = rebase(edits, newer, 4);
    expect(result).toMatchObject({ baseRevision: 4, moved: true });
    expect([...result.overlaps]).toEqual([]);
    expect(localItems(newer, result.edits).map((row) => row.value)).toEqual(['b', '9']);
  });

  it('keeps the old base if both changed a key, so that the server can report both values', () => {
    const result = rebase(run([put('HOST', 'b')]), savedConfig(savedItem('HOST', 'z')), 4);
    expect([...result.overlaps]).toEqual(['HOST']);
    expect(result.baseRevision).toBe(3);
  });

  it('keeps the old base for a secret, whose value cannot be compared here', () => {
    const secret = savedItem('PASS', '', { secret: true, masked: true });
    const edits = run([{ type: 'put', item: item('PASS', 'new'), saved: secret, revision: 3 }]);
    expect(rebase(edits, savedConfig(secret), 5)).toMatchObject({ baseRevision: 3 });
  });

  it('drops an edit that somebody else has saved the same way', () => {
    const result = rebase(run([put('HOST', 'b')]), savedConfig(savedItem('HOST', 'b')), 4);
    expect(result.edits.size).toBe(0);
    expect(result.moved).toBe(false);
  });

  it('never loses an edit and never invents one, whatever the others saved', () => {
    const keys = fc.constantFrom('a', 'b', 'c', '__proto__');
    const values = fc.dictionary(keys, fc.constantFrom<string>('1', '2', '3'), { noNullPrototype: true });
    const toSaved = (record: Record<string, string>) =>
      savedConfig(...Object.entries(record).map(([key, value]) => savedItem(key, value)));
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const from = toSaved(base);
        const actions = Object.entries(mine).map(([key, value]): EditAction => ({
          type: 'put',
          item: item(key, value),
          saved: from.get(key) ?? null,
          revision: 1,
        }));
        const edits = run(actions);
        const now = toSaved(theirs);
        const local = new Map(localItems(now, rebase(edits, now, 2).edits).map((row) => [row.key, row.value]));
        const expected = new Map(Object.entries(theirs));
        for (const [key, edit] of edits) if (edit.item) expected.set(key, edit.item.value);
        expect(local).toEqual(expected);
      }),
    );
  });
});
