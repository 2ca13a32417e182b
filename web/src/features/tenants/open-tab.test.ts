import { expect, it } from 'vitest';
import { openTab } from './parts/tenant-tabs.tsx';

it.each([
  ['/tenant/1', {}, 'services'],
  ['/tenant/1/', {}, 'services'],
  ['/tenant/1', { tab: 'changes' }, 'changes'],
  ['/tenant/1/relations', {}, 'relations'],
  ['/tenant/1/sandbox', { method: 'BookPlaces' }, 'sandbox'],
])('%s with %o opens the tab %s', (path, search, tab) => {
  expect(openTab(path, search)).toBe(tab);
});
