import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeError } from '../../../lib/testing/fake-server.ts';
import { testService, testTenant } from '../testing/tenant.ts';
import { coursepro, hashes, openTenant, shown } from '../testing/open-tenant.tsx';

describe('the head of a tenant', () => {
  it('shows name, tag, flag, account and id [TEN-12, TEN-13, TEN-14, TEN-15]', async () => {
    const { page } = await shown(testTenant({ deployment_group: 'staging' }), 'Brimham Active');
    expect(page.querySelector('h1')?.textContent).toBe('Brimham Active');
    expect(page.querySelector('[aria-label="eu-west-1"] svg')).not.toBeNull();
    for (const text of ['STAGE', 'Brimham & Dale', '#12']) expect(page.textContent).toContain(text);
  });

  it('sends the inverse of Production as staging [TEN-20, TEN-21]', async () => {
    const { patches, isOn } = await shown(testTenant({ staging: true }), 'Production');
    expect(isOn('Production')).toBe(false);
    await userEvent.click(screen.getByRole('switch', { name: 'Production' }));
    await waitFor(() => expect(patches()).toEqual([{ staging: false, version: 1 }]));
    await waitFor(() => expect(isOn('Production')).toBe(true));
  });

  it('sends Active as status [TEN-22, TEN-23]', async () => {
    const { patches, isOn } = await shown(testTenant(), 'Active');
    expect(isOn('Active')).toBe(true);
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }));
    await waitFor(() => expect(patches()).toEqual([{ status: false, version: 1 }]));
    await waitFor(() => expect(isOn('Active')).toBe(false));
  });

  it('reverts a switch and shows why when the server refuses [TEN-60]', async () => {
    const refusal = fakeError(409, { error: ['Somebody was faster.', 'Read it again.'], code: 'conflict' });
    const { isOn } = await shown(testTenant(), 'Active', { 'PATCH /api/tenant/12': refusal });
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }));
    await waitFor(() => expect(document.body.textContent).toContain('Somebody was faster.'));
    await waitFor(() => expect(document.body.textContent).toContain('Read it again.'));
    await waitFor(() => expect(isOn('Active')).toBe(true));
  });
});

describe('the services of a tenant', () => {
  it('are absent on a new tenant [TEN-29]', async () => {
    const { page } = await shown(testTenant(), 'No services');
    expect(page.textContent).toContain('No services configured for tenant. Why not add some?');
  });

  it('have a card each [TEN-28]', async () => {
    const tenant = { ...coursepro, strive_tenant: testService(), insight_tenant: testService() };
    const { page } = await shown(tenant, 'Insight');
    expect([...page.querySelectorAll('section h2')].map((head) => head.textContent)).toEqual([
      'CoursePro',
      'Strive',
      'Insight',
    ]);
  });

  it('are warned about when their environments are of different types [TEN-25]', async () => {
    const odd = { ...coursepro, homeportal_tenant: testService({ web_environment_id: 3 }) };
    const warned = await shown(odd, 'Environment types do not match!');
    const link = [...warned.page.querySelectorAll('a')].find((one) => one.textContent === 'Edit CoursePro');
    expect(link?.getAttribute('href')).toBe('/tenant/12/coursepro');
    const { page } = await shown(coursepro, 'eu-prod-web-03');
    expect(page.textContent).not.toContain('Environment types do not match!');
  });
});

describe('environments that are not loaded', () => {
  const odd = { ...coursepro, homeportal_tenant: testService({ web_environment_id: 3 }) };

  it('are reported where their types would be compared, and compared once loaded', async () => {
    let broken = true;
    const { page } = await shown(odd, 'The environments could not be loaded.', {
      'GET /api/environment/fast': () =>
        broken
          ? fakeError(500, { error: 'It broke.', code: 'internal' })
          : {
              environments: [
                { _id: 1, environment_name: 'eu-prod-1' },
                { _id: 3, environment_name: 'eu-dev-3' },
              ],
            },
    });
    expect(page.textContent).toContain('Whether their types match is not known. It broke.');
    expect(page.textContent).not.toContain('unknown');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(page.textContent).toContain('Environment types do not match!'));
    expect(page.textContent).not.toContain('The environments could not be loaded');
  });

  it('have no type while loading', async () => {
    const { page } = await shown(odd, 'HomePortal');
    const seen = new Set<boolean>();
    new MutationObserver(() => seen.add(page.textContent?.includes('unknown') ?? false)).observe(page, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    await waitFor(() => expect(page.textContent).toContain('eu-dev-hp-01'));
    expect([...seen]).not.toContain(true);
  });
});

describe('the CoursePro card', () => {
  it('shows versions, database host, bridge, environments and the site [TEN-32, TEN-33, TEN-34, TEN-37]', async () => {
    const { page } = await shown(coursepro, 'eu-prod-wrk-02');
    for (const text of ['4.18.1', 'DB 3.214', 'eu-db-03', 'Xn', 'eu-prod-web-03'])
      expect(page.textContent).toContain(text);
    expect(page.querySelector('a[target="_blank"]')?.getAttribute('href')).toBe(
      'https://brimham-active.coursepro.co.uk',
    );
  });

  it('shows when the licence expires [TEN-38]', async () => {
    const { page } = await shown({ ...coursepro, licence_expires: '2020-01-01' }, 'eu-prod-web-03');
    expect(page.querySelector('[title="Licence expired on 01 Jan 2020"]')?.textContent).toBe('Expired');
  });

  it('sends cron and maintenance, one at a time [TEN-35, TEN-55, TEN-56]', async () => {
    const { patches, isOn } = await shown(coursepro, 'Cron');
    await userEvent.click(screen.getByRole('switch', { name: 'Cron' }));
    await waitFor(() => expect(patches()).toHaveLength(1));
    await userEvent.click(screen.getByRole('switch', { name: 'Maintenance' }));
    await waitFor(() => expect(patches()).toHaveLength(2));
    expect(patches()).toEqual([
      { coursepro_tenant: { cron: false }, version: 1 },
      { coursepro_tenant: { maintenance: true }, version: 2 },
    ]);
    await waitFor(() => expect([isOn('Cron'), isOn('Maintenance')]).toEqual([false, true]));
  });

  it('links to the config, and has no Commit while the hashes are equal [TEN-39, TEN-40]', async () => {
    await shown(coursepro, 'Servers match the saved config');
    const config = screen.getByRole('link', { name: 'Config' });
    expect([config.tagName, config.getAttribute('href')]).toEqual(['A', '/tenant/12/coursepro/config']);
    expect(screen.queryByRole('button', { name: 'Commit' })).toBeNull();
  });

  const waiting = { ...coursepro, config_hashes: hashes('a'), current_hashes: hashes('b') };

  it('commits after a preview of file and servers, then hides Commit [TEN-77, TEN-78]', async () => {
    const { page, arrived } = await shown(waiting, '3 changes saved, not on the servers yet');
    await userEvent.click(screen.getByRole('button', { name: 'Commit 3' }));
    await waitFor(() => expect(page.textContent).toContain("define('A', 1);"));
    expect(page.textContent).toContain('web-a.example.net');
    const panel = page.querySelector<HTMLElement>('[data-side-panel]') ?? page;
    await userEvent.click(within(panel).getByRole('button', { name: 'Commit' }));
    await waitFor(() => expect(document.body.textContent).toContain('Config successfully exported'));
    expect(document.body.textContent).toMatch(/CoursePro config of Brimham Active: \d of \d servers confirmed/);
    expect(arrived.some(({ call }) => call === 'PUT /api/tenant/12/coursepro')).toBe(true);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Commit 3' })).toBeNull());
  });

  it("shows the server's message when a commit fails, and keeps Commit", async () => {
    const failure = fakeError(502, { error: 'web-a.example.net did not respond.', code: 'target_failed' });
    const { page } = await shown(waiting, '3 changes', { 'PUT /api/tenant/12/coursepro': failure });
    await userEvent.click(screen.getByRole('button', { name: 'Commit 3' }));
    await waitFor(() => expect(page.textContent).toContain("define('A', 1);"));
    await userEvent.click(
      within(page.querySelector<HTMLElement>('[data-side-panel]') ?? page).getByRole('button', { name: 'Commit' }),
    );
    await waitFor(() => expect(document.body.textContent).toContain('web-a.example.net did not respond.'));
    expect(screen.getByRole('button', { name: 'Commit 3', hidden: true })).toBeDefined();
  });
});

describe('a missing tenant', () => {
  it('is reported as missing', async () => {
    const missing = fakeError(404, { error: 'There is no tenant 12.', code: 'not_found' });
    const { page } = await openTenant(testTenant(), { 'GET /api/tenant/12': missing });
    await waitFor(() => expect(page.textContent).toContain('There is no tenant 12'));
    expect(page.querySelector('h1')?.textContent).toBe('Tenant not found');
  });

  it('is not requested if its id is invalid', async () => {
    const { page, arrived } = await openTenant(testTenant(), {}, '/tenant/cron');
    await waitFor(() => expect(page.textContent).toContain('There is no tenant cron'));
    expect(arrived).toEqual([]);
  });
});
