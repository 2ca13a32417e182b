import { describe, expect, it } from 'vitest';
import { paletteGroups, type PaletteContent, type PaletteGroup } from './palette-groups.ts';

const place = (label: string, href: string) => ({ label, href, icon: '' });
const content = (more: Partial<PaletteContent> = {}): PaletteContent => ({
  typed: '',
  recent: [
    { id: 3, name: 'Clyde Baths' },
    { id: 1, name: 'Brimham Active' },
  ],
  pages: [place('Tenants', '/tenant'), place('Cron Statistics', '/cron')],
  attention: [],
  open: { name: 'Brimham Active', places: [place('CoursePro config', '/tenant/1/coursepro/config')] },
  found: [],
  actions: [],
  items: [],
  now: new Date('2026-11-23T12:05:00'),
  ...more,
});
const listed = (groups: PaletteGroup[]) =>
  groups.map(({ heading, items }) => [heading, ...items.map(({ title, href }) => `${title} ${href}`)]);

describe('the entries of the palette', () => {
  it('are the recent tenants and all pages before anything is typed', () => {
    expect(listed(paletteGroups(content()))).toEqual([
      ['Recent tenants', 'Clyde Baths /tenant/3', 'Brimham Active /tenant/1'],
      ['Pages', 'Tenants /tenant', 'Cron Statistics /cron'],
    ]);
    expect(listed(paletteGroups(content({ recent: [] }))).map(([heading]) => heading)).toEqual(['Pages']);
  });

  it('are matching tenants as the server ranked them, then places of the open tenant, then pages', () => {
    const found = [
      { id: 9, name: 'Corby' },
      { id: 4, name: 'Alco' },
    ];
    expect(listed(paletteGroups(content({ typed: 'c', found })))).toEqual([
      ['Tenants', 'Corby /tenant/9', 'Alco /tenant/4'],
      ['Brimham Active', 'CoursePro config /tenant/1/coursepro/config'],
      ['Pages', 'Cron Statistics /cron'],
    ]);
    expect(listed(paletteGroups(content({ typed: 'cron', open: null })))).toEqual([['Pages', 'Cron Statistics /cron']]);
    expect(paletteGroups(content({ typed: 'zz' }))).toEqual([]);
  });

  it('include a retry in place of tenants that could not be loaded', () => {
    expect(listed(paletteGroups(content({ typed: 'te', found: null })))).toEqual([
      ['Tenants', 'Search again null'],
      ['Pages', 'Tenants /tenant'],
    ]);
  });

  it('have unique keys', () => {
    const found = [{ id: 1, name: 'Tenants Cron Course' }];
    for (const typed of ['', 'c', 't']) {
      const keys = paletteGroups(content({ typed, found })).flatMap(({ items }) => items.map(({ key }) => key));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
