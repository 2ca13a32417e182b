import { describe, expect, it } from 'vitest';
import { fakeError, type FakeAnswer } from '../../../lib/testing/fake-server.ts';
import { click, control, eventually, renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/told.ts';
import {
  enter,
  field,
  offered,
  startReleaseServer,
  testCurrent,
  testLock,
  testVersion,
} from '../testing/release-page.ts';
import { DeployReleasePage } from './deploy-release-page.tsx';

const told = collectToasts();

const STAGING = 'GET /api/release/versions?app=coursepro&env=staging&backend-only=1';
const versions = { versions: [testVersion('4.18.2', ['strive']), testVersion('4.18.1', ['strive', 'home-portal'])] };
const current = [testCurrent('strive', 'staging', '4.18.1', '4.18.0'), testCurrent('strive', 'prod', '4.18.0')];
const TARGET = '/tools/deploy-release?app=coursepro&service=strive&env=staging';
const dialog = () => document.querySelector('[role="alertdialog"]');
const reasonOf = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

async function openPage(
  address = '/tools/deploy-release',
  answers: Record<string, FakeAnswer | ((body: unknown) => FakeAnswer)> = {},
) {
  const arrived = startReleaseServer({
    [STAGING]: versions,
    'GET /api/release/db-migration-commands?service=strive&env=staging': { commands: ['migrate --check', 'migrate'] },
    'GET /api/environment/versions': { versions: current, locks: [] },
    ...answers,
  });
  const opened = await renderPage('/tools/deploy-release', DeployReleasePage, address);
  await eventually(() => expect(field(opened.page, 'App').options.length).toBeGreaterThan(3));
  return { ...opened, arrived, search: (): unknown => opened.router.state.location.search };
}

/** Everything chosen and confirmed by the tick; the dialog is still to come. */
async function openReady(answers: Record<string, FakeAnswer | ((body: unknown) => FakeAnswer)> = {}) {
  const opened = await openPage(`${TARGET}&version=4.18.2`, answers);
  await eventually(() => expect(field(opened.page, 'Version').value).toBe('4.18.2'));
  click(opened.page.querySelector('input[type="checkbox"]') ?? opened.page);
  await eventually(() => expect(reasonOf(control(opened.page, 'Deploy to staging'))).toBe(false));
  return opened;
}

describe('what to deploy', () => {
  it('is an app, one of its services and an environment [REL-19, REL-20, REL-21, REL-22, REL-24]', async () => {
    const { page } = await openPage();
    expect(offered(page, 'App')).toEqual(['coursepro', 'bg', 'insight', 'merlin']);
    const services = {
      coursepro: ['CoursePro 3 All', 'CoursePro Only', 'Home Portal', 'Strive', 'Strive API', 'Strive Client'],
      bg: ['All', 'API', 'Client'],
      insight: ['UK', 'US'],
    };
    for (const [app, labels] of Object.entries(services)) {
      enter(page, 'App', app);
      await eventually(() => expect(offered(page, 'Service')).toEqual(labels));
    }
    expect(offered(page, 'Environment')).toEqual(['qa', 'dev', 'staging', 'Production', 'feature']);
  });

  it('needs no service where an app has none [REL-23]', async () => {
    const { page, search } = await openPage('/tools/deploy-release', {
      'GET /api/release/versions?app=merlin&env=qa&backend-only=1': {
        versions: [testVersion('2.0', ['merlin'], { app: 'merlin' })],
      },
    });
    enter(page, 'App', 'merlin');
    await eventually(() => expect(() => field(page, 'Service')).toThrow());
    enter(page, 'Environment', 'qa');
    await eventually(() => expect(search()).toEqual({ app: 'merlin', service: 'merlin', env: 'qa' }));
    await eventually(() => expect(offered(page, 'Version')).toHaveLength(1));
    enter(page, 'Version', '2.0');
    await eventually(() => expect(reasonOf(control(page, 'Deploy to qa'))).toBe(false));
  });

  it('offers the versions that the service can get', async () => {
    const { page } = await openPage(`${TARGET.replace('strive', 'home-portal')}`);
    await eventually(() => expect(offered(page, 'Version').map((one) => one.split(' ')[0])).toEqual(['4.18.1']));
  });

  it('asks for the versions of the backend only, unless the app is bg [REL-17]', async () => {
    const { page, arrived } = await openPage('/tools/deploy-release?app=coursepro&env=staging');
    const asked = () => arrived.map((one) => one.call).filter((call) => call.includes('/release/versions'));
    await eventually(() => expect(asked()).toEqual([STAGING]));
    enter(page, 'App', 'bg');
    await eventually(() => expect(field(page, 'Environment').value).toBe(''));
    enter(page, 'Environment', 'dev');
    await eventually(() => expect(asked().at(-1)).toBe('GET /api/release/versions?app=bg&env=dev'));
  });

  it('loses service, environment, version and migrations by another app [DEP-09]', async () => {
    const { page, search } = await openReady();
    await eventually(() => expect(page.textContent).toContain('migrate --check'));
    enter(page, 'App', 'bg');
    await eventually(() => expect(search()).toEqual({ app: 'bg' }));
    const values = () => ['Service', 'Environment', 'Version'].map((label) => field(page, label).value);
    await eventually(() => expect(values()).toEqual(['', '', '']));
    expect(page.textContent).not.toContain('migrate --check');
  });

  it('loses its version by another environment, and the tick [DEP-10]', async () => {
    const { page, search } = await openReady();
    enter(page, 'Environment', 'qa');
    await eventually(() => expect(search()).toEqual({ app: 'coursepro', service: 'strive', env: 'qa' }));
    enter(page, 'Environment', 'staging');
    await eventually(() => expect(search()).toEqual({ app: 'coursepro', service: 'strive', env: 'staging' }));
    await eventually(() => expect(page.querySelector<HTMLInputElement>('input[type="checkbox"]')?.checked).toBe(false));
  });

  it('has to be complete: app, service, environment, version and the tick [DEP-05, DEP-06]', async () => {
    const { page } = await openPage();
    expect(reasonOf(control(page, 'Deploy'))).toBe(true);
    enter(page, 'App', 'coursepro');
    await eventually(() => expect(offered(page, 'Service')).toHaveLength(6));
    enter(page, 'Service', 'strive');
    await eventually(() => expect(field(page, 'Service').value).toBe('strive'));
    enter(page, 'Environment', 'staging');
    await eventually(() => expect(offered(page, 'Version')).toHaveLength(2));
    expect(reasonOf(control(page, 'Deploy to staging'))).toBe(true);
    enter(page, 'Version', '4.18.2');
    await eventually(() => expect(field(page, 'Version').value).toBe('4.18.2'));
    expect(reasonOf(control(page, 'Deploy to staging'))).toBe(true);
    click(page.querySelector('input[type="checkbox"]') ?? page);
    await eventually(() => expect(reasonOf(control(page, 'Deploy to staging'))).toBe(false));
  });

  it.each([
    ['coursepro', 'staging', true],
    ['coursepro', 'prod', false],
    ['bg', 'dev', true],
    ['bg', 'staging', false],
  ])('%s to %s: the tick for the translation request is drawn: %s [DEP-06, DEP-07]', async (app, env, drawn) => {
    const { page } = await openPage(`/tools/deploy-release?app=${app}&env=${env}`);
    expect(page.querySelector('input[type="checkbox"]') !== null).toBe(drawn);
  });
});

describe('a deploy', () => {
  it('names both versions and the migrations first, sends the release, says so and reads the versions again [DEP-04, DEP-08, DEP-11]', async () => {
    const { page, arrived } = await openReady({
      'POST /api/release/deploy': { output: 'ok', run_id: 7, seconds: 3 },
    });
    click(control(page, 'Deploy to staging'));
    await eventually(() => expect(dialog()?.textContent).toContain('Strive on staging goes from 4.18.1 to 4.18.2.'));
    await eventually(() => expect(dialog()?.textContent).toContain('migrate --check'));
    expect(arrived.some((one) => one.call.startsWith('POST'))).toBe(false);
    const reads = () => arrived.filter((one) => one.call === 'GET /api/environment/versions').length;
    const before = reads();
    click(control(dialog() ?? page, 'Deploy 4.18.2'));
    await eventually(() => expect(told).toEqual([{ text: 'Release 4.18.2 deployed to staging.', meaning: 'success' }]));
    expect(arrived.find((one) => one.call === 'POST /api/release/deploy')?.body).toEqual({
      release: { app: 'coursepro', service: 'strive', env: 'staging', version: '4.18.2', confirm: true },
    });
    await eventually(() => expect(reads()).toBeGreaterThan(before));
  });

  it('that fails says why, in the words of the documents, and shows the output [DEP-12]', async () => {
    const { page } = await openReady({
      'POST /api/release/deploy': fakeError(502, { error: 'The health check failed.', output: 'queue: stuck' }),
    });
    click(control(page, 'Deploy to staging'));
    await eventually(() => expect(dialog()).not.toBeNull());
    click(control(dialog() ?? page, 'Deploy 4.18.2'));
    await eventually(() =>
      expect(told).toEqual([{ text: 'Failed to deploy release - The health check failed.', meaning: 'error' }]),
    );
    await eventually(() => expect(page.textContent).toContain('queue: stuck'));
    await eventually(() => expect(field(page, 'Version').value).toBe('4.18.2'));
  });

  it('is not begun where somebody else deploys', async () => {
    const { page } = await openPage(`${TARGET}&version=4.18.2`, {
      'GET /api/environment/versions': { versions: current, locks: [testLock()] },
    });
    await eventually(() => expect(page.textContent).toContain('coursepro, Strive, staging is locked.'));
    expect(page.textContent).toContain('Tom Okafor started a deploy of 4.18.2 there');
    expect(page.textContent).toContain('Locked by Tom Okafor until the run ends');
    expect(reasonOf(control(page, 'Deploy to staging'))).toBe(true);
    expect(reasonOf(control(page, 'Roll back to 4.18.0'))).toBe(true);
  });

  it('that somebody else was faster with says who, and keeps what was chosen', async () => {
    let locks: object[] = [];
    const { page } = await openReady({
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
    click(control(page, 'Deploy to staging'));
    await eventually(() => expect(dialog()).not.toBeNull());
    click(control(dialog() ?? page, 'Deploy 4.18.2'));
    await eventually(() =>
      expect(told).toEqual([
        { text: 'Failed to deploy release - Tom Okafor is deploying 4.18.2 there.', meaning: 'error' },
      ]),
    );
    await eventually(() => expect(page.textContent).toContain('Tom Okafor started a deploy of 4.18.2 there'));
    expect(field(page, 'Version').value).toBe('4.18.2');
  });

  it('is rolled back to the version before, after a question', async () => {
    const { page, arrived } = await openPage(TARGET, {
      'POST /api/release/rollback': { output: 'ok', run_id: 8, seconds: 1 },
    });
    await eventually(() => expect(control(page, 'Roll back to 4.18.0')).toBeDefined());
    click(control(page, 'Roll back to 4.18.0'));
    await eventually(() => expect(dialog()?.textContent).toContain('Strive on staging goes from 4.18.1 to 4.18.0.'));
    click(control(dialog() ?? page, 'Roll back to 4.18.0'));
    await eventually(() => expect(told.map((one) => one.text)).toEqual(['Release 4.18.0 deployed to staging.']));
    expect(arrived.find((one) => one.call === 'POST /api/release/rollback')?.body).toEqual({
      app: 'coursepro',
      service: 'strive',
      env: 'staging',
      version: '4.18.0',
    });
  });
});

describe('the current versions', () => {
  it('are shown service by environment, with what is newer than Production and what is on its way [DEP-02]', async () => {
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
    await eventually(() => expect(rows()).toHaveLength(5));
    expect(rows()[1]?.slice(0, 3)).toEqual(['HHome Portal', '4.17.0Being deployed4.18.2', 'not deployed']);
    expect(rows()[3]?.[1]).toBe('not deployed');
    const strive = rows()[2];
    expect(strive?.[3]).toMatch(/^4\.18\.1/);
    expect(page.querySelectorAll('[data-newer]')).toHaveLength(1);
  });

  it('that cannot be read say so and can be read again', async () => {
    const { page } = await openPage(TARGET, {
      'GET /api/environment/versions': fakeError(500, { error: 'The database does not answer.', code: 'internal' }),
    });
    await eventually(() => expect(page.textContent).toContain('The current versions could not be read'));
    expect(control(page, 'Retry')).toBeDefined();
    expect(page.textContent).not.toContain('Nothing is deployed there yet.');
  });
});
