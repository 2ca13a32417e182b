import { readdirSync, readFileSync } from 'node:fs';
import type { GuideBlock } from '@mission-control/contract/help/schema';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { parseGuide } from './parse-guide.ts';
import { helpFeature } from './feature.ts';

const guide = parseGuide(readFileSync('docs/guide.md', 'utf8'));
const plainOf = (blocks: readonly GuideBlock[]) =>
  blocks.flatMap((block) => (block.kind === 'steps' ? block.steps.flat() : [block]));

describe('the parsed guide', () => {
  it('has unique headings with their anchors', () => {
    const ids = guide.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['about-this-guide', 'edit-a-config-and-commit-it', 'past-runs']));
  });

  it('leaves no Markdown syntax in its text', () => {
    const words = guide.sections.flatMap(({ blocks }) =>
      plainOf(blocks).flatMap((block) => (block.kind === 'paragraph' ? block.line.map(({ text }) => text) : [])),
    );
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter((text) => /\*\*|!\[|\]\(|^#+ |^\d+\. /.test(text))).toEqual([]);
  });

  it('refers to existing pictures only', () => {
    const shown = guide.sections.flatMap(({ blocks }) =>
      plainOf(blocks).flatMap((block) => (block.kind === 'picture' ? [`${block.name}.webp`] : [])),
    );
    expect(shown.toSorted()).toEqual(readdirSync('docs/guide').toSorted());
  });

  it('treats HTML and script URLs as text', () => {
    const { sections } = parseGuide(
      '# T\n\n## A\n\n<script>alert(1)</script> [x](javascript:alert(1)) [y](https://y.example)\n',
    );
    const line = plainOf(sections[1]?.blocks ?? []).flatMap((block) => (block.kind === 'paragraph' ? block.line : []));
    expect(line.map(({ text }) => text).join('')).toContain('<script>alert(1)</script>');
    expect(line.filter(({ kind }) => kind === 'link')).toEqual([
      { kind: 'link', text: 'y', href: 'https://y.example' },
    ]);
  });
});

describe('the calls', () => {
  const t = setUpTestCtx();
  let app: FastifyInstance;
  beforeAll(() => void (app = createFeatureApp(t, { routes: helpFeature.routes, name: 'priya.shah' })));
  afterAll(() => app.close());
  const get = (url: string) => app.inject({ url, headers: { authorization: 'viewer' } });

  it('return the guide and its pictures', async () => {
    expect((await get('/api/guide')).json()).toEqual(guide);
    expect((await get('/api/guide/picture/sign-in')).json<{ data: string }>().data).toMatch(
      /^data:image\/webp;base64,UklGR/,
    );
  });

  it.each(['none-such', '..%2f..%2fpackage', 'sign-in.webp', 'SIGN-IN'])('return no other file: %s', async (name) => {
    expect((await get(`/api/guide/picture/${name}`)).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('return the signed-in user', async () => {
    expect((await get('/api/console')).json()).toEqual({
      user: 'priya.shah',
      role: 'viewer',
      sandbox: false,
      live_to_test: null,
    });
  });
});
