import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { fakeError, fakeFailure, holdResponses, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { fill, isDisabled, renderPage } from '../../../lib/testing/render-page.tsx';
import { field, offered, startReleaseServer, testTag, testVersion } from '../testing/release-page.ts';
import { CreateReleasePage } from './create-release-page.tsx';

const toasts = collectToasts();
const PAGE = '/tools/create-release';

async function openPage(
  address = `${PAGE}?app=coursepro`,
  answers: Record<string, FakeResponse | ((body: unknown) => FakeResponse)> = {},
) {
  const arrived = startReleaseServer({
    'GET /api/repos/branches?app=coursepro': { branches: [{ name: 'main' }, { name: 'release/4.18' }], left_out: 2 },
    'GET /api/repos/tags?app=coursepro': { tags: [testTag('3.4.9'), testTag('3.4.8')], left_out: 0 },
    'GET /api/release/versions?app=coursepro&env=dev&backend-only=1': { versions: [testVersion('3.3.1', ['strive'])] },
    'GET /api/repos/branches?app=bg': { branches: [{ name: 'main' }], left_out: 0 },
    'GET /api/repos/tags?app=bg': { tags: [testTag('v2-rc1', { app: 'bg' })], left_out: 0 },
    'GET /api/release/versions?app=bg&env=dev': { versions: [] },
    ...answers,
  });
  const opened = await renderPage(PAGE, CreateReleasePage, address);
  await waitFor(() => expect(field('App').options.length).toBeGreaterThan(3));
  const posts = () =>
    arrived
      .filter(({ call }) => call.startsWith('POST') && !call.includes('run-sequence'))
      .map(({ call, body }) => ({ call, body }));
  return { ...opened, arrived, posts };
}

/** With a branch chosen and a tag suggested. */
async function openTagged(answers: Record<string, FakeResponse | ((body: unknown) => FakeResponse)> = {}) {
  const opened = await openPage(`${PAGE}?app=coursepro&branch=main`, answers);
  await waitFor(() => expect(field('Branch').value).toBe('main'));
  await waitFor(() => expect(field('New tag').value).toBe('3.4.10'));
  return opened;
}

describe('a new tag', () => {
  it('needs a branch and a name; the branches are those of the app [REL-06, REL-26]', async () => {
    const { user, page, arrived } = await openPage();
    await waitFor(() => expect(offered('Branch')).toEqual(['main', 'release/4.18']));
    expect(arrived.map((one) => one.call)).toContain('GET /api/repos/branches?app=coursepro');
    expect(page.textContent).toContain('2 branches whose names cannot be used here are left out.');
    expect(isDisabled(screen.getByRole('button', { name: 'Create tag' }))).toBe(true);
    await fill(user, field('Branch'), 'main');
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Create tag' }))).toBe(false));
    await fill(user, field('New tag'), '');
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Create tag' }))).toBe(true));
  });

  it('is suggested from the latest one of each app [REL-09]', async () => {
    const { user } = await openTagged();
    await fill(user, field('New tag'), 'mine');
    await fill(user, field('App'), 'bg');
    await waitFor(() => expect(field('New tag').value).toBe('v2-rc2'));
  });

  it('is created, and chosen for the release; the next one is suggested [REL-05, REL-10]', async () => {
    let tags = [testTag('3.4.9')];
    const { user, posts } = await openTagged({
      'GET /api/repos/tags?app=coursepro': () => ({ tags, left_out: 0 }),
      'POST /api/repos/tags': () => {
        tags = [testTag('3.4.10'), ...tags];
        return { tag: testTag('3.4.10') };
      },
    });
    await user.click(screen.getByRole('button', { name: 'Create tag' }));
    await waitFor(() => expect(toasts).toEqual([{ text: 'Tag 3.4.10 created', meaning: 'success' }]));
    expect(posts()).toEqual([
      { call: 'POST /api/repos/tags', body: { app: 'coursepro', branch: 'main', tag: '3.4.10' } },
    ]);
    await waitFor(() => expect(field('Tag').value).toBe('3.4.10'));
    await waitFor(() => expect(field('New tag').value).toBe('3.4.11'));
  });

  it('leaves nothing to release until it is listed, instead of the tag chosen before', async () => {
    const { user } = await openTagged({ 'POST /api/repos/tags': { tag: testTag('3.4.10') } });
    await fill(user, field('Tag'), '3.4.8');
    await fill(user, field('Service'), 'strive');
    const create = screen.getByRole('button', { name: 'Create release' });
    await waitFor(() => expect(isDisabled(create)).toBe(false));
    const endRead = holdResponses('/repos/tags?app=coursepro');
    await user.click(screen.getByRole('button', { name: 'Create tag' }));
    await waitFor(() => expect(toasts.map((one) => one.text)).toEqual(['Tag 3.4.10 created']));
    await waitFor(() => expect(isDisabled(create)).toBe(true));
    endRead();
  });

  it.each([
    ['3.4.8', 'Tag (3.4.8) already exists.'],
    ['3.3.1', '3.3.1 version already exists'],
  ])('%s is refused before it is sent: %s [REL-07, REL-08]', async (tag, words) => {
    const { user, page, posts } = await openTagged();
    await waitFor(() => expect(page.textContent).toContain('3.4.8'));
    await fill(user, field('New tag'), tag);
    await waitFor(() => expect(field('New tag').value).toBe(tag));
    await user.click(screen.getByRole('button', { name: 'Create tag' }));
    await waitFor(() => expect(toasts).toEqual([{ text: words, meaning: 'error' }]));
    expect(posts()).toEqual([]);
  });

  it('shows the reason when the server refuses it [REL-11]', async () => {
    const { user } = await openTagged({
      'POST /api/repos/tags': fakeError(409, { error: 'Tag (3.4.10) already exists.', code: 'conflict' }),
    });
    await user.click(screen.getByRole('button', { name: 'Create tag' }));
    await waitFor(() =>
      expect(toasts).toEqual([{ text: 'Failed to create tag - Tag (3.4.10) already exists.', meaning: 'error' }]),
    );
    expect(field('New tag').value).toBe('3.4.10');
  });

  it('is refused in the form if its name is invalid', async () => {
    const { user, page } = await openTagged();
    await fill(user, field('New tag'), '--upload-pack=x');
    await waitFor(() => expect(page.textContent).toContain('Only letters, digits and . _ / - are allowed.'));
    expect(isDisabled(screen.getByRole('button', { name: 'Create tag' }))).toBe(true);
  });
});

describe('a release', () => {
  it('is created of a tag for a service and an environment, dev unless another is chosen [REL-12, REL-14]', async () => {
    const { user, posts } = await openPage(`${PAGE}?app=coursepro&tag=3.4.9&service=strive`, {
      'POST /api/release/create': { output: 'built', run_id: 4, seconds: 12 },
    });
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Create release' }))).toBe(false));
    expect(field('Environment').value).toBe('dev');
    await user.click(screen.getByRole('button', { name: 'Create release' }));
    await waitFor(() => expect(toasts).toEqual([{ text: 'Release 3.4.9 created in 12 seconds.', meaning: 'success' }]));
    expect(posts()).toEqual([
      {
        call: 'POST /api/release/create',
        body: { app: 'coursepro', tag: '3.4.9', service: 'strive', env: 'dev' },
      },
    ]);
  });

  it('of bg is built for dev and then for prod [REL-13]', async () => {
    const { user, page, posts } = await openPage(`${PAGE}?app=bg&tag=v2-rc1&service=bg-api`, {
      'POST /api/release/create': { output: 'built', run_id: 4, seconds: 5 },
    });
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Create release' }))).toBe(false));
    expect(page.textContent).toContain('dev, then Production');
    await user.click(screen.getByRole('button', { name: 'Create release' }));
    await waitFor(() => expect(toasts.map((one) => one.text)).toEqual(['Release v2-rc1 created in 10 seconds.']));
    expect(posts().map(({ body }) => (body as { env: string }).env)).toEqual(['dev', 'prod']);
  });

  it('of bg that is built for prod after the user has left does not change the address of the page then open', async () => {
    const { user, router, posts } = await openPage(`${PAGE}?app=bg&tag=v2-rc1&service=bg-api`, {
      'POST /api/release/create': { output: 'built', run_id: 4, seconds: 5 },
    });
    const endBuilds = holdResponses('/release/create');
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Create release' }))).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Create release' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    await act(() => router.navigate({ to: '/tenants', search: { q: 'oak', edit: 'X' } } as never));
    endBuilds();
    await waitFor(() => expect(toasts.map((one) => one.text)).toEqual(['Release v2-rc1 created in 10 seconds.']));
    expect(posts()).toHaveLength(2);
    expect(router.latestLocation.href).toBe('/tenants?q=oak&edit=X');
  });

  it('of bg is not built for prod when the build for dev fails [REL-13, REL-15]', async () => {
    const { user, posts } = await openPage(`${PAGE}?app=bg&tag=v2-rc1&service=bg-api`, {
      'POST /api/release/create': fakeError(502, {
        error: 'The build exited with code 1.',
        code: 'target_failed',
        output: 'no such file',
      }),
    });
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Create release' }))).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Create release' }));
    await waitFor(() =>
      expect(toasts).toEqual([{ text: 'Failed to create release - The build exited with code 1.', meaning: 'error' }]),
    );
    expect(posts()).toHaveLength(1);
  });

  it('shows both the reason and the output of a failure [REL-15]', async () => {
    const { user, page } = await openPage(`${PAGE}?app=coursepro&tag=3.4.9&service=strive`, {
      'POST /api/release/create': fakeError(500, { error: 'No space left.', output: 'tar: write error' }),
    });
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Create release' }))).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Create release' }));
    await waitFor(() => expect(page.textContent).toContain('tar: write error'));
    expect(toasts).toEqual([{ text: 'Failed to create release - No space left.', meaning: 'error' }]);
  });

  it('does not report its end in advance: that is reported on any page (C-133)', async () => {
    const { user, posts } = await openPage(`${PAGE}?app=coursepro&tag=3.4.9&service=strive`, {
      'POST /api/release/create': Response.json({ run_id: 4 }, { status: 202 }),
    });
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Create release' }))).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Create release' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Create release' }).getAttribute('aria-busy')).toBeNull(),
    );
    expect(toasts).toEqual([]);
  });

  it('of bg that was only built for dev can be continued or discarded', async () => {
    const item = { name: 'dev', item: 'dev', state: 'succeeded', run_id: 3, error: null, seconds: 5 };
    const items = [item, { ...item, item: 'prod', name: 'Production', state: 'waiting', run_id: null, seconds: null }];
    const started = '2026-11-21T08:00:00.000Z';
    const at = { started_by: 'Amelia Hart', started_at: started, active_at: started, closed_at: null };
    const facts = { app: 'bg', service: 'bg-api', tag: 'v2-rc1' };
    const { user, page, posts } = await openPage(PAGE, {
      'GET /api/run-sequence?kind=release': { sequence: { key: 'sequence-1', kind: 'release', facts, items, ...at } },
      'POST /api/release/create': { output: 'built', run_id: 4, seconds: 7 },
    });
    await waitFor(() => expect(page.textContent).toContain('bg v2-rc1, API, is not built for Production.'));
    await user.click(screen.getByRole('button', { name: 'Build for Production' }));
    await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['Release v2-rc1 created in 12 seconds.']));
    expect(posts().map(({ body }) => body)).toEqual([{ app: 'bg', service: 'bg-api', tag: 'v2-rc1', env: 'prod' }]);
  });

  it('needs app, tag and service', async () => {
    const { user, page } = await openPage(PAGE);
    expect(isDisabled(screen.getByRole('button', { name: 'Create release' }))).toBe(true);
    expect(page.textContent).toContain('No app is chosen');
    await fill(user, field('App'), 'coursepro');
    await waitFor(() => expect(offered('Tag')).toEqual(['3.4.9', '3.4.8']));
    await user.click(screen.getByRole('button', { name: 'Choose 3.4.8' }));
    await waitFor(() => expect(field('Tag').value).toBe('3.4.8'));
    expect(isDisabled(screen.getByRole('button', { name: 'Create release' }))).toBe(true);
    await fill(user, field('Service'), 'coursepro-all');
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Create release' }))).toBe(false));
  });

  it('is listed beside its tag for the chosen service, or for any while none is chosen', async () => {
    const { user, page } = await openPage(`${PAGE}?app=coursepro`, {
      'GET /api/release/versions?app=coursepro&env=dev&backend-only=1': {
        versions: [testVersion('3.4.8', ['strive'])],
      },
    });
    const rows = () => [...page.querySelectorAll('tbody tr')].map((row) => row.textContent.includes('not released'));
    await waitFor(() => expect(rows()).toEqual([true, false]));
    await fill(user, field('Service'), 'home-portal');
    await waitFor(() => expect(rows()).toEqual([true, true]));
    await fill(user, field('Service'), 'strive');
    await waitFor(() => expect(rows()).toEqual([true, false]));
  });

  it('is listed without time and author while these may be of another service than the chosen one', async () => {
    const { user, page } = await openPage(`${PAGE}?app=coursepro`, {
      'GET /api/release/versions?app=coursepro&env=dev&backend-only=1': {
        versions: [testVersion('3.4.9', ['strive', 'home-portal']), testVersion('3.4.8', ['strive'])],
      },
    });
    const authors = () => page.querySelectorAll('tbody [title="By Amelia Hart"]').length;
    await waitFor(() => expect(authors()).toBe(2));
    await fill(user, field('Service'), 'strive');
    await waitFor(() => expect(authors()).toBe(1));
    const shown = [...page.querySelectorAll('tbody tr')].map((row) => /released/.exec(row.textContent)?.[0]);
    expect(shown).toEqual(['released', undefined]);
  });

  it('is not denied while the releases are unknown', async () => {
    const { page } = await openPage(`${PAGE}?app=coursepro`, {
      'GET /api/release/versions?app=coursepro&env=dev&backend-only=1': fakeFailure(),
    });
    await waitFor(() => expect(page.textContent).toContain('3.4.8'));
    expect(page.textContent).not.toMatch(/not (yet|released)/);
  });

  it('links to the deployment of the same app, and back [REL-01]', async () => {
    await openPage();
    expect(screen.getByRole('link', { name: 'Deploy Release' }).getAttribute('href')).toBe(
      '/tools/deploy-release?app=coursepro',
    );
    expect(screen.getByRole('link', { name: 'Create Release' }).getAttribute('aria-current')).toBe('page');
  });
});
