import { configFingerprint } from '@mission-control/contract/config/fingerprint';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baselinePrint, currentEntry, readCached } from './cached-config.ts';
import { item } from './testing.ts';

const entry = { at: '2026-11-21T09:00:00.000Z', revision: 4, items: [item('A', '1')] };

describe('the cached config of HomePortal', () => {
  it('is the base of unsaved changes, by default the saved config [CFG-36]', () => {
    const saved = [item('A', '2')];
    const unsaved = (local: typeof saved, cached: typeof entry | null) =>
      configFingerprint(local) !== baselinePrint(saved, cached);
    expect(unsaved([item('A', '1')], entry)).toBe(false);
    expect(unsaved(saved, entry)).toBe(true);
    expect(unsaved(saved, null)).toBe(false);
    expect(unsaved([item('A', '1')], null)).toBe(true);
  });

  it('applies until a newer revision is saved', () => {
    expect(currentEntry(entry, 4)).toBe(entry);
    expect(currentEntry(entry, 5)).toBeNull();
    expect(currentEntry(null, 5)).toBeNull();
  });

  it('is read back as stored', () => {
    expect(readCached(JSON.stringify(entry))).toEqual(entry);
  });

  it('is ignored if the stored entry is invalid', () => {
    const broken = ['', '{', 'null', '[]', '{"at":1}', JSON.stringify({ ...entry, items: [{ key: 'A' }] })];
    expect(broken.map(readCached)).toEqual(broken.map(() => null));
    expect(readCached(JSON.stringify({ ...entry, at: 'yesterday' }))).toBeNull();
    fc.assert(fc.property(fc.json(), (text) => readCached(text) === null));
  });
});
