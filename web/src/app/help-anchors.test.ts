import { QueryClient } from '@tanstack/react-query';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HELP_ANCHORS, helpOf } from './help-anchors.ts';
import { createAppRouter } from './routes.tsx';

const guide = readFileSync('docs/guide.md', 'utf8');
const anchors = [...guide.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-'),
);
const session = {} as Parameters<typeof createAppRouter>[0]['session'];
const paths = Object.values(createAppRouter({ session, queryClient: new QueryClient() }).routesById)
  // Routes with children are frames around others; the landing page and Val have no help link.
  .filter(({ children, fullPath }) => children === undefined && !['/', '/val'].includes(fullPath))
  .map(({ fullPath }) => fullPath as string);

describe('the help of a page', () => {
  it('exists for each route', () => {
    expect(paths.length).toBeGreaterThan(25);
    expect(paths.filter((path) => HELP_ANCHORS[path] === undefined)).toEqual([]);
  });

  it('leads to a part of the guide that exists', () => {
    const wanted = new Set(Object.values(HELP_ANCHORS));
    expect([...wanted].filter((anchor) => anchor !== 'about-this-guide' && !anchors.includes(anchor))).toEqual([]);
    expect(helpOf('/monitor/$id')).toBe('/help#watch-the-monitors');
    expect(helpOf('/drift')).toBe('/help#see-what-needs-attention');
  });
});
