import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeError, fakeFailure, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { fill, isDisabled, renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { field, offered, startReleaseServer, testCurrent, testLock, testVersion } from '../testing/release-page.ts';
import { DeployReleasePage } from './deploy-release-page.tsx';

const toasts = collectToasts();

const STAGING = 'GET /api/release/versions?app=coursepro&env=staging&backend-only=1';
const versions = { versions: [testVersion('4.18.2', ['strive']), testVersion('4.18.1', ['strive', 'home-portal'])] };
const current = [testCurrent('strive', 'staging', '4.18.1', '4.18.0'), testCurrent('strive', 'prod', '4.18.0')];
const TARGET = '/tools/deploy-release?app=coursepro&service=strive&env=staging';
const dialog = () => screen.findByRole('alertdialog');

async function openPage(
  address = '/tools/deploy-release',
  answers: Record<string, FakeResponse | ((body: unknown) => FakeResponse)> = {},
) {
  const arrived = startReleaseServer({
    [STAGING]: versions,
    'GET /api/release/db-migration-commands?service=strive&env=staging': { commands: ['migrate --check', 'migrate'] },
    'GET /api/environment/versions': { versions: current, locks: [] },
    ...answers,
  });
  const opened = await renderPage('/tools/deploy-release', DeployReleasePage, address);
  await waitFor(() => expect(field('App').options.length).toBeGreaterThan(3));
  return { ...opened, arrived, search: (): unknown => opened.router.state.location.search };
}

/** Everything chosen and confirmed by the tick; the dialog is still to come. */
async function openReady(answers: Record<string, FakeResponse | ((body: unknown) => FakeResponse)> = {}) {
  const opened = await openPage(`${TARGET}&version=4.18.2`, answers);
  await waitFor(() => expect(field('Version').value).toBe('4.18.2'));
  await opened.user.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Deploy to staging' }))).toBe(false));
  return opened;
}

describe('what to deploy', () => {
  it('is an app, one of its services and an environment [REL-19, REL-20, REL-21, REL-22, REL-24]', async () => {
    const { user } = await openPage();
    expect(offered('App')).toEqual(['coursepro', 'bg', 'insight', 'merlin']);
    const services = {
      coursepro: ['CoursePro 3 All', 'CoursePro Only', 'Home Portal', 'Strive', 'Strive API', 'Strive Client'],
      bg: ['All', 'API', 'Client'],
      insight: ['UK', 'US'],
    };
    for (const [app, labels] of Object.entries(services)) {
      await fill(user, field('App'), app);
      await waitFor(() => expect(offered('Service')).toEqual(labels));
    }
    expect(offered('Environment')).toEqual(['qa', 'dev', 'staging', 'Production', 'feature']);
  });

  it('needs no service where an app has none [REL-23]', async () => {
    const { user, search } = await openPage('/tools/deploy-release', {
      'GET /api/release/versions?app=merlin&env=qa&backend-only=1': {
        versions: [testVersion('2.0', ['merlin'], { app: 'merlin' })],
      },
    });
    await fill(user, field('App'), 'merlin');
    await waitFor(() => expect(screen.queryByLabelText('Service')).toBeNull());
    await fill(user, field('Environment'), 'qa');
    await waitFor(() => expect(search()).toEqual({ app: 'merlin', service: 'merlin', env: 'qa' }));
    await waitFor(() => expect(offered('Version')).toHaveLength(1));
    await fill(user, field('Version'), '2.0');
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Deploy to qa' }))).toBe(false));
  });

  it('offers the versions available for the service', async () => {
    await openPage(`${TARGET.replace('strive', 'home-portal')}`);
    await waitFor(() => expect(offered('Version').map((one) => one.split(' ')[0])).toEqual(['4.18.1']));
  });

  it('asks for the versions of the backend only, unless the app is bg [REL-17]', async () => {
    const { user, arrived } = await openPage('/tools/deploy-release?app=coursepro&env=staging');
    const asked = () => arrived.map((one) => one.call).filter((call) => call.includes('/release/versions'));
    await waitFor(() => expect(asked()).toEqual([STAGING]));
    await fill(user, field('App'), 'bg');
    await waitFor(() => expect(field('Environment').value).toBe(''));
    await fill(user, field('Environment'), 'dev');
    await waitFor(() => expect(asked().at(-1)).toBe('GET /api/release/versions?app=bg&env=dev'));
  });

  it('loses service, environment, version and migrations when the app changes [DEP-09]', async () => {
    const { user, page, search } = await openReady();
    await waitFor(() => expect(page.textContent).toContain('migrate --check'));
    await fill(user, field('App'), 'bg');
    await waitFor(() => expect(search()).toEqual({ app: 'bg' }));
    const values = () => ['Service', 'Environment', 'Version'].map((label) => field(label).value);
    await waitFor(() => expect(values()).toEqual(['', '', '']));
    expect(page.textContent).not.toContain('migrate --check');
  });

  it('loses its version and the tick when the environment changes [DEP-10]', async () => {
    const { user, search } = await openReady();
    await fill(user, field('Environment'), 'qa');
    await waitFor(() => expect(search()).toEqual({ app: 'coursepro', service: 'strive', env: 'qa' }));
    await fill(user, field('Environment'), 'staging');
    await waitFor(() => expect(search()).toEqual({ app: 'coursepro', service: 'strive', env: 'staging' }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false));
  });

  it('has to be complete: app, service, environment, version and the tick [DEP-05, DEP-06]', async () => {
    const { user } = await openPage();
    expect(isDisabled(screen.getByRole('button', { name: 'Deploy' }))).toBe(true);
    await fill(user, field('App'), 'coursepro');
    await waitFor(() => expect(offered('Service')).toHaveLength(6));
    await fill(user, field('Service'), 'strive');
    await waitFor(() => expect(field('Service').value).toBe('strive'));
    await fill(user, field('Environment'), 'staging');
    await waitFor(() => expect(offered('Version')).toHaveLength(2));
    expect(isDisabled(screen.getByRole('button', { name: 'Deploy to staging' }))).toBe(true);
    await fill(user, field('Version'), '4.18.2');
    await waitFor(() => expect(field('Version').value).toBe('4.18.2'));
    expect(isDisabled(screen.getByRole('button', { name: 'Deploy to staging' }))).toBe(true);
    await user.click(screen.getByRole('checkbox'));
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Deploy to staging' }))).toBe(false));
  });

  it.each([
    ['coursepro', 'staging', true],
    ['coursepro', 'prod', false],
    ['bg', 'dev', true],
    ['bg', 'staging', false],
  ])('%s to %s: the tick for the translation request is drawn: %s [DEP-06, DEP-07]', async (app, env, drawn) => {
    await openPage(`/tools/deploy-release?app=${app}&env=${env}`);
    expect(screen.queryByRole('checkbox') !== null).toBe(drawn);
  });
});

describe('a deploy', () => {
  it('names both versions and the migrations first, sends the release, reports it and refetches the versions [DEP-04, DEP-08, DEP-11]', async () => {
    const { user, arrived } = await openReady({
      'POST /api/release/deploy': { output: 'ok', run_id: 7, seconds: 3 },
    });
    await user.click(screen.getByRole('button', { name: 'Deploy to staging' }));
    expect((await dialog()).textContent).toContain('Strive on staging goes from 4.18.1 to 4.18.2.');
    await within(await dialog()).findByText('migrate --check');
    expect(arrived.some((one) => one.call.startsWith('POST'))).toBe(false);
    const reads = () => arrived.filter((one) => one.call === 'GET /api/environment/versions').length;
    const before = reads();
    await user.click(within(await dialog()).getByRole('button', { name: 'Deploy 4.18.2' }));
    await waitFor(() => expect(toasts).toEqual([{ text: 'Release 4.18.2 deployed to staging.', meaning: 'success' }]));
    expect(arrived.find((one) => one.call === 'POST /api/release/deploy')?.body).toEqual({
      release: { app: 'coursepro', service: 'strive', env: 'staging', version: '4.18.2', confirm: true },
    });
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });

  it('shows the reason of a failure in the documented words, and the output [DEP-12]', async () => {
    const { user, page } = await openReady({
      'POST /api/release/deploy': fakeError(502, { error: 'The health check failed.', output: 'queue: stuck' }),
    });
    await user.click(screen.getByRole('button', { name: 'Deploy to staging' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Deploy 4.18.2' }));
    await waitFor(() =>
      expect(toasts).toEqual([{ text: 'Failed to deploy release - The health check failed.', meaning: 'error' }]),
    );
    await waitFor(() => expect(page.textContent).toContain('queue: stuck'));
    await waitFor(() => expect(field('Version').value).toBe('4.18.2'));
  });

  it('cannot start where somebody else is deploying', async () => {
    const { page } = await openPage(`${TARGET}&version=4.18.2`, {
      'GET /api/environment/versions': { versions: current, locks: [testLock()] },
    });
    await waitFor(() => expect(page.textContent).toContain('coursepro, Strive, staging is locked.'));
    expect(page.textContent).toContain('Tom Okafor started a deploy of 4.18.2 there');
    expect(page.textContent).toContain('Locked by Tom Okafor until the run ends');
    expect(isDisabled(screen.getByRole('button', { name: 'Deploy to staging' }))).toBe(true);
    expect(isDisabled(screen.getByRole('button', { name: 'Roll back to 4.18.0' }))).toBe(true);
  });

  it('names who else has started one, and keeps the choices', async () => {
    let locks: object[] = [];
    const { user, page } = await openReady({
      'GET /api/environment/versions': () => ({ versions: current, locks }),
      'POST /api/release/deploy': () => {
        locks = [testLock()];
        return fakeError(409, {
          error: 'Tom Okafor is deploying 4.18.2 there.',
          code: 'conflict',
          details: testLock(),
        });
      },
    });
    await user.click(screen.getByRole('button', { name: 'Deploy to staging' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Deploy 4.18.2' }));
    await waitFor(() =>
      expect(toasts).toEqual([
        { text: 'Failed to deploy release - Tom Okafor is deploying 4.18.2 there.', meaning: 'error' },
      ]),
    );
    await waitFor(() => expect(page.textContent).toContain('Tom Okafor started a deploy of 4.18.2 there'));
    expect(field('Version').value).toBe('4.18.2');
  });

  it('is rolled back to the previous version after confirmation', async () => {
    const { user, arrived } = await openPage(TARGET, {
      'POST /api/release/rollback': { output: 'ok', run_id: 8, seconds: 1 },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Roll back to 4.18.0' })).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Roll back to 4.18.0' }));
    expect((await dialog()).textContent).toContain('Strive on staging goes from 4.18.1 to 4.18.0.');
    await user.click(within(await dialog()).getByRole('button', { name: 'Roll back to 4.18.0' }));
    await waitFor(() => expect(toasts.map((one) => one.text)).toEqual(['Release 4.18.0 deployed to staging.']));
    expect(arrived.find((one) => one.call === 'POST /api/release/rollback')?.body).toEqual({
      app: 'coursepro',
      service: 'strive',
      env: 'staging',
      version: '4.18.0',
    });
  });
});

describe('the current versions', () => {
  it('are shown by service and environment, with versions newer than Production and deploys in progress [DEP-02]', async () => {
    const { page } = await openPage('/tools/deploy-release?app=coursepro', {
      'GET /api/environment/versions': {
        versions: [...current, testCurrent('home-portal', 'qa', '4.17.0')],
        locks: [testLock({ service: 'coursepro-all', env: 'qa', parts: ['home-portal', 'strive'] })],
      },
    });
    const rows = () =>
      [...page.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.textContent),
      );
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(rows()[1]?.slice(0, 3)).toEqual(['HHome Portal', '4.17.0Being deployed4.18.2', 'not deployed']);
    expect(rows()[3]?.[1]).toBe('not deployed');
    const strive = rows()[2];
    expect(strive?.[3]).toMatch(/^4\.18\.1/);
    expect(page.querySelectorAll('[data-newer]')).toHaveLength(1);
  });

  it('show a failed read and a retry', async () => {
    const { page } = await openPage(TARGET, {
      'GET /api/environment/versions': fakeFailure(),
    });
    await waitFor(() => expect(page.textContent).toContain('The current versions could not be loaded'));
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
    expect(page.textContent).not.toContain('Nothing is deployed there yet.');
  });
});
