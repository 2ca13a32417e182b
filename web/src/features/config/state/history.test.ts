import type { ConfigRevision } from '@mission-control/contract/config/schema';
import { describe, expect, it } from 'vitest';
import { editsReducer, NO_EDITS } from './edits.ts';
import { changesSince, reachesBack, restoreEdits } from './history.ts';
import { localItems } from './local-config.ts';
import { reviewEntry, type Side } from './review.ts';
import { savedConfig, savedItem } from './testing.ts';
import { readView, writeView } from './view.ts';

const side = (value: string, more: Partial<Side> = {}): Side => ({
  value,
  type: 2,
  state: 1,
  valueTemplate: null,
  masked: false,
  ...more,
});
const revision = (number: number, changes: ConfigRevision['changes']): ConfigRevision => ({
  number,
  author: 'Priya Shah',
  at: '2026-03-01T10:00:00.000Z',
  hash: 'h',
  committed: false,
  changes,
});
const revisions = [
  revision(4, [{ key: 'GONE', before: side('x'), after: null }]),
  revision(3, [
    { key: 'A', before: side('2'), after: side('3') },
    { key: 'TEMP', before: side('t'), after: null },
    { key: 'PASS', before: side('', { masked: true }), after: side('', { masked: true }) },
  ]),
  revision(2, [
    { key: 'A', before: side('1'), after: side('2') },
    { key: 'NEW', before: null, after: side('n') },
    { key: 'TEMP', before: null, after: side('t') },
  ]),
];

describe('changes since a revision', () => {
  it('takes several changes of a key together and leaves out what came back', () => {
    const changes = changesSince(revisions, 1);
    expect(changes.map(({ key, before, after }) => [key, before?.value, after?.value])).toEqual([
      ['A', '1', '3'],
      ['GONE', 'x', undefined],
      ['NEW', undefined, 'n'],
      ['PASS', '', ''],
    ]);
  });

  it('knows whether the list reaches back far enough', () => {
    expect(reachesBack(revisions, 1)).toBe(true);
    expect(reachesBack([revision(9, [])], 1)).toBe(false);
  });

  it('gives the edits that bring the old state back, and names the secrets it cannot', () => {
    const saved = savedConfig(
      savedItem('A', '3'),
      savedItem('NEW', 'n'),
      savedItem('PASS', '', { secret: true, masked: true }),
    );
    const { actions, secrets } = restoreEdits(changesSince(revisions, 1), saved, 4);
    const local = localItems(saved, actions.reduce(editsReducer, NO_EDITS));
    expect(local.map((row) => [row.key, row.value])).toEqual([
      ['A', '1'],
      ['PASS', ''],
      ['GONE', 'x'],
    ]);
    expect(secrets).toEqual(['PASS']);
  });
});

describe('a change under review', () => {
  it('masks both sides of a secret', () => {
    const entry = reviewEntry({
      key: 'PASS',
      before: side('', { masked: true }),
      after: side('hunter2'),
      secret: true,
    });
    expect(JSON.stringify(entry)).not.toContain('hunter2');
    expect(entry).toMatchObject({ mark: 'changed', secret: true });
  });

  it('says what else changes than the value', () => {
    const entry = reviewEntry({ key: 'A', before: side('1'), after: side('1', { type: 3, state: 0 }), secret: false });
    expect(entry?.notes).toEqual(['Type: Unknown Constant → Single-line Variable', 'Not exported any more']);
  });
});

describe('the address of the screen', () => {
  it('holds search, segment, page and what is open, and reads them back', () => {
    const view = { search: '12', segment: 'unsaved', page: 3, panel: 'review', edit: 'DB_HOST' } as const;
    expect(readView(writeView(view))).toEqual(view);
    expect(writeView(readView({}))).toEqual({});
    expect(readView({ q: 12, show: 'nonsense', page: '-4' })).toMatchObject({ search: '12', segment: 'all', page: 1 });
  });
});
