import { TOPIC } from '@mission-control/contract/topics';
import { SERVICES } from '@mission-control/contract/catalogue';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeError } from '../../../lib/testing/fake-server.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { havingService, openService, tenantWith } from '../testing/open-service.tsx';

const toasts = collectToasts();
const said = () => toasts.map(({ text }) => text);
const hosts = ['brimham.coursepro.co.uk', 'bookings.example', 'old.example'];
const coursepro = tenantWith(
  havingService('coursepro', { web_environment_id: 11, worker_environment_id: 21, certificate: 1 }, hosts),
);
const openCoursepro = async (answers?: Parameters<typeof openService>[2]) => {
  const opened = await openService('coursepro', coursepro, answers);
  await waitFor(() => expect(opened.offered('Web environment')).toContain('eu-type1-1'));
  return opened;
};
const setValue = (field: HTMLInputElement | HTMLSelectElement | null | undefined, value: string) => {
  if (!field) throw new Error('There is no such field.');
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
};
type Opened = Awaited<ReturnType<typeof openService>>;
const save = async ({ page }: Opened) => {
  const button = [...page.querySelectorAll('button')].find((one) => one.textContent.startsWith('Save'));
  if (!button) throw new Error('There is no Save.');
  await userEvent.click(button);
};
const isOn = ({ switches }: Opened) => switches().map(({ checked }) => checked);

describe('the domains of a service', () => {
  it.each([
    ['coursepro', 'CoursePro settings'],
    ['homeportal', 'HomePortal settings'],
    ['homeportal2', 'HomePortal2 settings'],
  ])('of %s are rows of host and primary switch [SVC-18]', async (slug, title) => {
    const opened = await openService(slug, tenantWith(havingService(slug, {}, hosts)));
    expect(opened.page.querySelector('h1')?.textContent).toBe(title);
    expect(opened.hosts()).toEqual(hosts);
    expect(isOn(opened)).toEqual([true, false, false]);
  });

  it('are added and deleted, and saved as one list with the whitelist unchanged [SVC-19, SVC-21]', async () => {
    const opened = await openCoursepro();
    const { page, fields, patches } = opened;
    expect(page.textContent).toContain('Whitelist');
    await userEvent.click(screen.getByRole('button', { name: 'Add domain' }));
    await waitFor(() => expect(fields()).toHaveLength(4));
    setValue(fields()[3], 'new.example');
    await userEvent.click(screen.getByRole('button', { name: 'Delete old.example' }));
    await waitFor(() => expect(opened.hosts()).toEqual([hosts[0], hosts[1], 'new.example']));
    await save(opened);
    await waitFor(() => expect(said()).toEqual(['CoursePro settings successfully saved']));
    const sent = [
      { host: hosts[0], is_primary: true, has_whitelist: false },
      { host: hosts[1], is_primary: false, has_whitelist: true },
      { host: 'new.example', is_primary: false },
    ];
    expect(patches()).toEqual([{ version: 3, domains: { coursepro: sent } }]);
    await waitFor(() => expect(page.textContent).not.toContain('Unsaved changes'));
  });

  it('get one empty row by two clicks, with a proposal for each suffix [SVC-29, SVC-50]', async () => {
    const opened = await openCoursepro();
    const { page } = opened;
    await userEvent.click(screen.getByRole('button', { name: 'Add domain' }));
    await waitFor(() => expect(opened.hosts()).toHaveLength(4));
    await userEvent.click(screen.getByRole('button', { name: 'Add domain' }));
    await waitFor(() => expect(document.activeElement).toBe(opened.fields()[3]));
    expect(opened.hosts()).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'Use brimham-active.coursepro.co.uk' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Use brimham-active.courseprogress.co.uk' }));
    await waitFor(() => expect(opened.hosts()[3]).toBe('brimham-active.courseprogress.co.uk'));
    expect(page.textContent).not.toContain('Suggested');
  });

  it('have one primary: turning it on turns the others off [SVC-30]', async () => {
    const opened = await openCoursepro();
    await userEvent.click(opened.switches()[1] ?? opened.page);
    await waitFor(() => expect(isOn(opened)).toEqual([false, true, false]));
  });

  it('cannot delete the primary one [SVC-28]', async () => {
    const opened = await openCoursepro();
    await userEvent.click(screen.getByRole('button', { name: `Delete ${hosts[0]}` }));
    await waitFor(() => expect(said()).toEqual(['Cannot delete domain marked as primary.']));
    expect(opened.hosts()).toEqual(hosts);
  });

  it('require a primary one before sending [SVC-27]', async () => {
    const opened = await openCoursepro();
    await userEvent.click(opened.switches()[0] ?? opened.page);
    await waitFor(() => expect(isOn(opened)).toEqual([false, false, false]));
    await save(opened);
    await waitFor(() => expect(said()).toEqual(['You must specify a primary domain.']));
    expect(opened.patches()).toEqual([]);
  });

  it('cannot all be deleted [SVC-26]', async () => {
    const opened = await openService('coachportal', tenantWith(havingService('coachportal', {}, ['a.example'])));
    await userEvent.click(opened.switches()[0] ?? opened.page);
    await waitFor(() => expect(isOn(opened)).toEqual([false]));
    await userEvent.click(screen.getByRole('button', { name: 'Delete a.example' }));
    await waitFor(() => expect(opened.hosts()).toEqual([]));
    await save(opened);
    await waitFor(() => expect(said()).toEqual(['You must specify a domain or remove the Coach Portal service.']));
    expect(opened.patches()).toEqual([]);
  });

  it('show each error as a toast and at its field, and keep the input [SVC-32]', async () => {
    const error = ['x is not a valid host name.', 'There is no environment 9.'];
    const fields = { 'domains.coursepro.1.host': error[0], 'coursepro_tenant.sns_environment_id': error[1] };
    const opened = await openCoursepro({
      'PATCH /api/tenant/12': fakeError(422, { error, fields, code: 'refused' }),
    });
    setValue(opened.fields()[1], 'x');
    await waitFor(() => expect(opened.hosts()[1]).toBe('x'));
    await save(opened);
    await waitFor(() => expect(said()).toEqual(error));
    const described = (field: Element | null | undefined) =>
      document.getElementById(field?.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent;
    await waitFor(() => expect(described(opened.fields()[1])).toBe(error[0]));
    expect(described(opened.select('SNS environment'))).toBe(error[1]);
    expect(opened.hosts()[1]).toBe('x');
    setValue(opened.fields()[1], 'y.example');
    await waitFor(() => expect(opened.fields()[1]?.getAttribute('aria-invalid')).toBeNull());
  });
});

/** What each page offers: by the catalogue's numbers in the documents' table. */
const selects: [slug: string, title: string, web: number, worker: number | null, sns: number | null][] = [
  ['coursepro', 'CoursePro', 1, 2, 5],
  ['homeportal', 'HomePortal', 3, 2, 5],
  ['homeportal2', 'HomePortal2', 4, 2, 5],
  ['coachportal', 'CoachPortal', 7, null, null],
  ['schemeportal', 'SchemePortal', 6, null, null],
  ['organisationportal', 'OrganisationPortal', 11, null, null],
  ['parentportal', 'ParentPortal', 12, null, null],
  ['strive', 'Strive', 8, null, null],
  ['insight', 'Insight', 9, 10, null],
  ['commsportal', 'Commsportal', 9, 10, null],
];
const choices = (type: number | null) => (type === null ? [] : ['None', `eu-type${type}-1`, `eu-type${type}-2`]);

describe('the page of a service', () => {
  it.each(selects)(
    '%s has its own name, address and selects by type and region [SVC-20, SVC-33..37, SVC-40..48, SVC-51]',
    async (slug, title, web, worker, sns) => {
      const { page, offered, select } = await openService(slug, tenantWith(havingService(slug, {}, ['one.example'])));
      await waitFor(() => expect(offered('Web environment')).toEqual(choices(web)));
      expect(offered('Worker environment')).toEqual(choices(worker));
      expect(offered('SNS environment')).toEqual(choices(sns));
      expect(select('Certificate') !== null).toBe(sns !== null);
      expect(page.querySelector('h1')?.textContent).toBe(`${title} settings`);
      expect(page.querySelector('a[target="_blank"]')?.getAttribute('href')).toBe('https://one.example');
      const row = SERVICES.find((one) => one.slug === slug);
      expect(page.querySelector('[role="img"]')?.textContent).toBe(row?.letter);
      const config = page.querySelector(`a[href="/tenant/12/${slug}/config"]`);
      expect(config !== null).toBe(row?.config !== null);
    },
  );

  it('sends the chosen environments and certificate in one form with the domains (C-036) [SVC-21]', async () => {
    const opened = await openCoursepro();
    setValue(opened.select('Web environment'), '12');
    await waitFor(() => expect(opened.page.textContent).toContain('Unsaved changes1'));
    setValue(opened.select('Certificate'), '');
    await waitFor(() => expect(opened.page.textContent).toContain('Unsaved changes2'));
    await userEvent.click(opened.switches()[1] ?? opened.page);
    await waitFor(() => expect(opened.page.textContent).toContain('Unsaved changes3'));
    await save(opened);
    await waitFor(() => expect(opened.patches()).toHaveLength(1));
    expect(opened.patches()[0]).toEqual({
      version: 3,
      domains: {
        coursepro: hosts.map((host, index) => ({ host, is_primary: index === 1, has_whitelist: index === 1 })),
      },
      coursepro_tenant: { web_environment_id: 12, certificate: null },
    });
  });

  it('keeps an environment that is not offered until another is chosen', async () => {
    const far = tenantWith(havingService('strive', { web_environment_id: 83 }, ['s.example']));
    const { offered, select, page } = await openService('strive', far);
    await waitFor(() => expect(offered('Web environment')).toEqual([...choices(8), 'us-type8-3']));
    expect(select('Web environment')?.value).toBe('83');
    expect(page.textContent).toContain('Not among the choices for this tenant.');
  });

  it('keeps the edits when somebody else saves, reports it, and sends the newer version', async () => {
    const opened = await openCoursepro();
    setValue(opened.fields()[2], 'mine.example');
    await waitFor(() => expect(opened.hosts()[2]).toBe('mine.example'));
    const theirs = havingService('coursepro', { web_environment_id: 12 }, [...hosts, 'theirs.example']);
    opened.saveAsOther({ ...coursepro, ...theirs, version: 4 });
    await invalidateTopics(opened.client, [TOPIC.tenant(12)]);
    await waitFor(() => expect(opened.hosts()).toEqual([hosts[0], hosts[1], 'mine.example', 'theirs.example']));
    expect(opened.page.textContent).toContain('Priya Shah has saved CoursePro in the meantime.');
    await save(opened);
    await waitFor(() => expect(opened.patches()).toEqual([expect.objectContaining({ version: 4 })]));
  });

  it('does not present what the user saved in another tab as the save of somebody else', async () => {
    const opened = await openCoursepro();
    setValue(opened.fields()[2], 'mine.example');
    await waitFor(() => expect(opened.hosts()[2]).toBe('mine.example'));
    const saved = havingService('coursepro', { web_environment_id: 12 }, hosts);
    opened.saveAsOther({ ...coursepro, ...saved, version: 4, updated_by: 'Amelia Hart' });
    await invalidateTopics(opened.client, [TOPIC.tenant(12)]);
    await waitFor(() => expect(opened.page.textContent).toContain('You saved CoursePro elsewhere.'));
    expect(opened.page.textContent).not.toContain('Amelia Hart has saved');
  });

  it('keeps what is typed when an earlier draft is kept', async () => {
    const value = JSON.stringify({
      removed: ['old.example'],
      renamed: [],
      added: [{ key: 'new 1', host: 'kept.example' }],
      places: { web_environment_id: 12 },
    });
    const draft = { value, version: 1, saved_at: '2026-03-01T10:00:00.000Z', base: '', writer: 'another page' };
    const opened = await openCoursepro({ 'GET /api/draft/service%3A12%3Acoursepro': { person: 1, draft } });
    await userEvent.click(screen.getByRole('button', { name: 'Add domain' }));
    await waitFor(() => expect(opened.fields()).toHaveLength(4));
    setValue(opened.fields()[3], 'mine.example');
    setValue(opened.select('Certificate'), '2');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(opened.hosts()).toEqual([hosts[0], hosts[1], 'kept.example', 'mine.example']));
    expect(['Web environment', 'Certificate'].map((label) => opened.select(label)?.value)).toEqual(['12', '2']);
    await userEvent.click(screen.getByRole('button', { name: 'Add domain' }));
    await waitFor(() => expect(opened.hosts()).toHaveLength(5));
  });

  it("shows the server's state when it refuses an older version", async () => {
    const stale = fakeError(409, { error: 'Somebody else has changed Brimham Active.', code: 'conflict' });
    const opened = await openCoursepro({ 'PATCH /api/tenant/12': stale });
    setValue(opened.select('Web environment'), '12');
    await waitFor(() => expect(opened.page.textContent).toContain('Unsaved changes'));
    opened.saveAsOther({ ...coursepro, ...havingService('coursepro', {}, hosts.slice(0, 2)), version: 9 });
    await save(opened);
    await waitFor(() => expect(said()).toEqual(['Somebody else has changed Brimham Active.']));
    await waitFor(() => expect(opened.hosts()).toEqual(hosts.slice(0, 2)));
    expect(opened.select('Web environment')?.value).toBe('12');
  });

  it('reverts a single change', async () => {
    const opened = await openCoursepro();
    await userEvent.click(screen.getByRole('button', { name: 'Delete old.example' }));
    await waitFor(() => expect(opened.hosts()).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Domain deleted old.example' }));
    await waitFor(() => expect(opened.hosts()).toEqual(hosts));
    expect(opened.page.textContent).not.toContain('Unsaved changes');
  });

  it('asks before unsaved changes are lost', async () => {
    const { page, router, fields, hosts: now } = await openCoursepro();
    setValue(fields()[1], 'x.example');
    await waitFor(() => expect(page.textContent).toContain('Unsaved changes'));
    void router.navigate({ to: '/tenant' as never });
    await waitFor(() => expect(document.body.textContent).toContain('Do you really want to leave?'));
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(document.querySelector('[role="alertdialog"]')).toBeNull());
    expect(now()[1]).toBe('x.example');
  });

  it('says when the tenant lacks the service, and where it is added', async () => {
    const { page } = await openService('schemeportal', tenantWith({}));
    await waitFor(() => expect(page.textContent).toContain('Brimham Active has no Scheme Portal service'));
    expect(screen.getByRole('link', { name: 'Go to Brimham Active' }).getAttribute('href')).toBe('/tenant/12');
  });

  it('says when tenant or choices could not be loaded', async () => {
    const failure = fakeError(500, { error: 'The database is silent.', code: 'internal' });
    const { page } = await openService('strive', tenantWith({}), { 'GET /api/tenant/12': failure });
    await waitFor(() => expect(page.textContent).toContain('The Strive settings could not be loaded'));
    const opened = await openService('strive', tenantWith(havingService('strive', {}, ['s.example'])), {
      'GET /api/environment/fast': failure,
    });
    await waitFor(() => expect(opened.page.textContent).toContain('The choices could not be loaded.'));
    expect(within(opened.page).getByRole('button', { name: 'Retry' })).toBeDefined();
    expect(opened.hosts()).toEqual(['s.example']);
  });
});
