import { describe, expect, it } from 'vitest';
import { readView, writeView } from './view.ts';

describe('the address of the screen', () => {
  it('stores search, segment, page and open dialogs, and reads them back', () => {
    const view = {
      search: '12',
      segment: 'unsaved',
      page: 3,
      panel: 'review',
      edit: 'DB_HOST',
      screen: 'servers',
    } as const;
    expect(readView(writeView(view))).toEqual(view);
    expect(writeView(readView({}))).toEqual({});
    expect(readView({ q: 12, show: 'nonsense', page: '-4' })).toMatchObject({ search: '12', segment: 'all', page: 1 });
  });
});
