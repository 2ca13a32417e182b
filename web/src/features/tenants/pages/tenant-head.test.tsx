import { TOPIC } from '@mission-control/contract/topics';
import { selectTenants } from '@mission-control/contract/tenants/calls';
import type { TenantRelation } from '@mission-control/contract/relations/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { hasUnsavedWork } from '../../../lib/address/unsaved-work.ts';
import { invalidateTopics, queryOf } from '../../../lib/api/query.ts';
import { fakeError, holdResponses } from '../../../lib/testing/fake-server.ts';
import { testTenant } from '../testing/tenant.ts';
import { coursepro, openTenant, shown } from '../testing/open-tenant.tsx';

// jsdom does not support popovers; the menu is in the page anyway.
HTMLElement.prototype.hidePopover ??= () => undefined;

const relation = (idx: number, type: 1 | 2, name: string): TenantRelation => ({
  id: idx + 1,
  idx,
  type,
  tenant_left: 12,
  tenant_right: 100 + idx,
  tenant_right_name: name,
});
const toasts = () => document.body.textContent;
const dialog = () => document.querySelector<HTMLElement>('[role="alertdialog"]') ?? document.createElement('div');

/** Whether the browser asks before the tab closes. */
const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('the relations of a tenant', () => {
  it('are named and link to the other tenants [TEN-16, TEN-17, TEN-18]', async () => {
    const relations = [relation(0, 1, 'Brimham Training'), relation(1, 2, 'Dale District')];
    const { page } = await shown(testTenant({ relations }), 'Dale District');
    expect(page.textContent).toContain('Parent ofBrimham Training');
    expect(page.textContent).toContain('Child ofDale District');
    expect(screen.getByRole('link', { name: 'Brimham Training' }).getAttribute('href')).toBe('/tenant/100');
    expect(screen.getByRole('link', { name: 'Dale District' }).getAttribute('href')).toBe('/tenant/101');
  });

  it('are collapsed behind a button when there are many', async () => {
    const relations = [0, 1, 2, 3, 4].map((idx) => relation(idx, 1, `Site ${idx}`));
    const { page } = await shown(testTenant({ relations }), 'Site 1');
    expect(page.textContent).not.toContain('Site 4');
    await userEvent.click(screen.getByRole('button', { name: '+3 more' }));
    await waitFor(() => expect(page.textContent).toContain('Site 4'));
  });

  it('are managed on their own page [TEN-19, TEN-54]', async () => {
    await shown(testTenant(), 'Manage Relations');
    expect(screen.getByRole('link', { name: 'Manage Relations' }).getAttribute('href')).toBe('/tenant/12/relations');
  });
});

describe('a change of a tenant', () => {
  it('names the author of the last one', async () => {
    const { page } = await shown(testTenant({ updated_by: 'Priya Shah' }), 'by Priya Shah');
    expect(page.querySelector('time')?.getAttribute('title')).toBe('21 Nov 2026, 12:00:00 UTC');
  });

  it('is sent with the version of the previous change', async () => {
    const { patches, isOn } = await shown(testTenant(), 'Active');
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Production' }));
    await waitFor(() =>
      expect(patches()).toEqual([
        { status: false, version: 1 },
        { staging: true, version: 2 },
      ]),
    );
    await waitFor(() => expect([isOn('Active'), isOn('Production')]).toEqual([false, false]));
  });

  it('is no unsaved work once it is sent', async () => {
    const { patches, client } = await shown(testTenant(), 'Active');
    const release = holdResponses('/api/tenant/12');
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }));
    await waitFor(() => expect(patches()).toHaveLength(1));
    expect([client.isMutating(), isAsked()]).toEqual([1, false]);
    await userEvent.click(screen.getByRole('switch', { name: 'Production' }));
    // Asked before the tab closes, but no form would keep it while the user signs in again.
    expect([isAsked(), hasUnsavedWork()]).toEqual([true, false]);
    release();
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(isAsked()).toBe(false);
  });

  it('is refused after a concurrent change, and then shows the current state', async () => {
    let now = testTenant();
    const { isOn } = await shown(now, 'Active', {
      'GET /api/tenant/12': () => ({ tenant: now }),
      'PATCH /api/tenant/12': () => {
        now = { ...now, staging: true, version: 2 };
        return fakeError(409, { error: 'Priya Shah changed Brimham Active meanwhile.', code: 'conflict' });
      },
    });
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }));
    await waitFor(() => expect(toasts()).toContain('Priya Shah changed Brimham Active meanwhile.'));
    await waitFor(() => expect([isOn('Active'), isOn('Production')]).toEqual([true, false]));
  });

  it.each([
    ['a list', ['One server is silent.', 'Another one too.']] as const,
    ['a text', 'The only server is silent.'],
  ])('is kept when its response has an error as %s, and each is reported [TEN-60]', async (_, error) => {
    const changed = { ...testTenant(), status: false, version: 2 };
    const answers = { 'PATCH /api/tenant/12': { tenant: changed, error } };
    const { isOn } = await shown(testTenant(), 'Active', answers);
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }));
    await waitFor(() => {
      for (const one of [error].flat()) expect(toasts()).toContain(one);
    });
    await waitFor(() => expect(isOn('Active')).toBe(false));
  });
});

describe('a change that others notice', () => {
  it('of a production tenant is reported, and can be undone by one click', async () => {
    const { page, patches, isOn } = await shown(testTenant({ tenant_name: 'Dale District' }), 'Active');
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }));
    // Messages of other tests may still be there.
    const message = () =>
      [...document.querySelectorAll<HTMLElement>('[data-toast]')].find((one) =>
        one.textContent?.includes('Dale District is now inactive.'),
      );
    await waitFor(() => expect(message()).toBeDefined());
    await userEvent.click(within(message() ?? page).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(isOn('Active')).toBe(true));
    expect(patches()).toEqual([
      { status: false, version: 1 },
      { status: true, version: 2 },
    ]);
  });

  it('reports a concurrent change when refused, and shows it', async () => {
    const theirs = testTenant({ staging: true, version: 7 });
    let current = testTenant();
    const { isOn } = await shown(current, 'Active', {
      'GET /api/tenant/12': () => ({ tenant: current }),
      'PATCH /api/tenant/12': () => {
        current = theirs;
        return fakeError(409, { error: 'Priya Shah changed this tenant 3 s ago.', code: 'conflict' });
      },
    });
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }));
    await waitFor(() => expect(toasts()).toContain('Priya Shah changed this tenant 3 s ago.Changed: Production.'));
    expect([isOn('Active'), isOn('Production')]).toEqual([true, false]);
  });
});

describe('the deployment group', () => {
  const deployTo = async (page: HTMLElement, group: string) => {
    const menu = page.querySelector('[role="menu"][aria-label="Deployment group"]');
    const entry = [...(menu?.querySelectorAll('[role="menuitemradio"]') ?? [])].find((one) =>
      one.textContent?.endsWith(group),
    );
    await userEvent.click(entry ?? page);
    await waitFor(() => expect(dialog().textContent).toContain(`Deploy Brimham Active to ${group}?`));
  };

  it('is confirmed, deployed and reported [TEN-65, TEN-66, TEN-67]', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const answered = new Promise((resolve) => (answer = resolve));
    const after = testTenant({ deployment_group: 'staging', version: 2 });
    const { page, patches } = await shown(testTenant(), 'PROD');
    const fetching = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      if (init?.method === 'PATCH') await answered;
      const given = await fetching(input, init);
      if (init?.method !== 'PATCH') return given;
      return Response.json({ tenant: after, deployed: true, deployment_group: 'staging' });
    };
    await deployTo(page, 'staging');
    expect(patches()).toEqual([]);
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Deploy' }));
    await waitFor(() => expect(dialog().textContent).toContain('deploying.....'));
    expect(dialog().textContent).toContain('Closing this does not stop it');
    expect(within(dialog()).getByRole('button', { name: 'Close' })).toBeTruthy();
    answer(null);
    await waitFor(() => expect(toasts()).toContain('Deployed to staging'));
    expect(patches()).toEqual([{ deployment_group: 'staging', version: 1 }]);
    await waitFor(() => expect(page.textContent).toContain('STAGE'));
  });

  it('lets a switch wait for it, which is shown, and has the browser ask before the tab closes', async () => {
    const { page, patches } = await shown(coursepro, 'PROD');
    const release = holdResponses('/api/tenant/12');
    await deployTo(page, 'staging');
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Deploy' }));
    await userEvent.click(await within(dialog()).findByRole('button', { name: 'Close' }));
    const active = await screen.findByRole('switch', { name: 'Active' });
    const busy = () =>
      ['Active', 'Production', 'Cron', 'Maintenance'].filter(
        (name) => screen.getByRole('switch', { name }).getAttribute('aria-busy') === 'true',
      );
    expect([busy(), isAsked()]).toEqual([[], false]);
    await userEvent.click(active);
    await userEvent.click(screen.getByRole('switch', { name: 'Maintenance' }));
    await waitFor(() => expect(busy()).toEqual(['Active', 'Maintenance']));
    expect([isAsked(), patches().length]).toEqual([true, 1]);
    release();
    await waitFor(() => expect(patches()).toHaveLength(3));
    await waitFor(() => expect(isAsked()).toBe(false));
    expect(busy()).toEqual([]);
  });

  it('reports that it differs on some servers, and is not deployed then', async () => {
    const after = testTenant({ deployment_group: 'dev', version: 2 });
    const answers = {
      'PATCH /api/tenant/12': { tenant: after, deployed: false, deployment_group: 'dev', error: ['web-a is silent.'] },
    };
    const { page } = await shown(testTenant(), 'PROD', answers);
    await deployTo(page, 'dev');
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Deploy' }));
    await waitFor(() => expect(toasts()).toContain('web-a is silent.'));
    expect(toasts()).not.toContain('Deployed to dev');
  });

  it('also offers a custom group', async () => {
    const { page } = await shown(testTenant({ deployment_group: 'blue' }), 'blue');
    const entries = [...page.querySelectorAll('[role="menuitemradio"]')];
    expect(entries.map((one) => one.getAttribute('aria-checked'))).toEqual(['false', 'false', 'false', 'true']);
  });
});

describe('deleting a tenant', () => {
  const type = async (text: string) => {
    const field = await waitForField();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const waitForField = async () => {
    let field: HTMLInputElement | null = null;
    await waitFor(() => {
      const label = [...document.querySelectorAll('label')].find(
        (one) => one.textContent === 'Type the tenant name below to confirm',
      );
      field = document.getElementById(label?.htmlFor ?? '') as HTMLInputElement | null;
      expect(field).not.toBeNull();
    });
    return field as unknown as HTMLInputElement;
  };
  const isBlocked = () =>
    within(dialog()).getByRole('button', { name: 'Delete tenant' }).getAttribute('aria-disabled') === 'true';
  const submit = () => dialog().querySelector('form')?.requestSubmit();
  const confirm = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Delete tenant' }));
    await type('Brimham Active');
    await waitFor(() => expect(isBlocked()).toBe(false));
    submit();
  };

  it('requires its name, then shows the list and offers to restore it [TEN-62, TEN-63]', async () => {
    const { arrived, router } = await shown(coursepro, 'Delete tenant', {
      'DELETE /api/tenant/12': { status: true },
      'POST /api/tenant/12/restore': { tenant: coursepro },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Delete tenant' }));
    await type('brimham active');
    expect(isBlocked()).toBe(true);
    await type(' Brimham Active ');
    await waitFor(() => expect(isBlocked()).toBe(false));
    expect(dialog().textContent).toContain('1 service');
    const fetched = vi.spyOn(globalThis, 'fetch');
    submit();
    await waitFor(() => expect(toasts()).toContain('Brimham Active deleted'));
    const [, init] = fetched.mock.calls.find(([, { method } = {}]) => method === 'DELETE') ?? [];
    // The server compares the name with the tenant's (threat 31).
    expect(new Headers(init?.headers).get('x-confirm-name')).toBe('Brimham%20Active');
    fetched.mockRestore();
    expect(router.state.location.pathname).toBe('/tenant');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(toasts()).toContain('Brimham Active restored'));
    expect(arrived.map(({ call }) => call)).toContain('POST /api/tenant/12/restore');
  });

  it('does not report a missing tenant while its own page deletes it', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const answered = new Promise((resolve) => (answer = resolve));
    const missing = fakeError(404, { error: 'There is no tenant 12.', code: 'not_found' });
    let deleted = false;
    const { page, client, arrived } = await shown(testTenant(), 'Delete tenant', {
      'GET /api/tenant/12': () => (deleted ? missing : { tenant: testTenant() }),
      'DELETE /api/tenant/12': { status: true },
    });
    const fetching = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      if (init?.method === 'DELETE') await answered;
      return fetching(input, init);
    };
    await confirm();
    deleted = true;
    await invalidateTopics(client, [TOPIC.tenant(12)]);
    expect(arrived.filter(({ call }) => call === 'GET /api/tenant/12')).toHaveLength(2);
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
    expect(page.textContent).not.toContain('There is no tenant');
    answer(null);
    await waitFor(() => expect(toasts()).toContain('Brimham Active deleted'));
  });

  it.each([
    ['reports success', { status: true }, 'Brimham Active deleted', 1],
    // A proxy repeated the call after a lost response, or somebody else was faster.
    [
      'finds it already gone',
      fakeError(404, { error: 'There is no tenant 12.', code: 'not_found' }),
      'Brimham Active is already deleted.',
      0,
    ],
  ])('shows the list and makes what depends on it stale when the server %s', async (_, answer, text, undos) => {
    const { router, client } = await shown(testTenant(), 'Delete tenant', {
      'GET /api/tenant/select': { tenants: [] },
      'DELETE /api/tenant/12': answer,
    });
    const names = queryOf(selectTenants, {});
    await client.query(names);
    await confirm();
    await waitFor(() => expect(toasts()).toContain(text));
    expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(undos);
    await waitFor(() => expect(router.state.location.pathname).toBe('/tenant'));
    await waitFor(() => expect(client.getQueryState(names.queryKey)?.isInvalidated).toBe(true));
  });

  it.each([
    ['/tenant/12/coursepro', '/tenant'],
    ['/tenant/123', '/tenant/123'],
    ['/monitors', '/monitors'],
  ])('leads from %s to %s', async (from, to) => {
    const { router, client } = await shown(testTenant(), 'Delete tenant', {
      'DELETE /api/tenant/12': { status: true },
    });
    const release = holdResponses('/api/tenant/12');
    await confirm();
    await waitFor(() => expect(client.isMutating()).toBe(1));
    await router.navigate({ to: from });
    release();
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(toasts()).toContain('Brimham Active deleted');
    expect(router.state.location.pathname).toBe(to);
  });

  it.each([
    ['the answer says no', { status: false }],
    ['the server fails', fakeError(500, { error: 'Something broke.', code: 'internal' })],
  ])('says that it failed when %s, and stays [TEN-64]', async (_, answer) => {
    const { router } = await shown(testTenant(), 'Delete tenant', { 'DELETE /api/tenant/12': answer });
    await confirm();
    await waitFor(() => expect(toasts()).toContain('Brimham Active could not be deleted'));
    expect(router.state.location.pathname).toBe('/tenant/12');
  });
});

it('opens the changes under their own address', async () => {
  await openTenant(testTenant(), {}, '/tenant/12?tab=changes');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Changes' }).getAttribute('aria-current')).toBe('page'));
});
