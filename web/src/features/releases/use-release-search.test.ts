import { expect, it } from 'vitest';
import { releaseSearch } from './use-release-search.ts';

it('keeps what the release tools know of an address, as text', () => {
  const address = { app: 'coursepro', env: 'prod', branch: ' main ', version: 4, tag: '', click: null, other: 'x' };
  expect(releaseSearch(address)).toEqual({ app: 'coursepro', env: 'prod', branch: 'main', version: '4' });
});
