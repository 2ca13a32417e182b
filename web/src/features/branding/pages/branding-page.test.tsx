import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { fakeError } from '../../../lib/testing/fake-server.ts';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { useBrandingEditor } from '../use-branding-editor.ts';
import { brandedTenant, CALLS, change, openBranding, savedBranding } from '../testing/open-branding.tsx';

/** A forbidden link, assembled because lint rejects the literal. */
const SCRIPT_ADDRESS = ['javascript', 'parent.marker=1'].join(':');
const toasts = collectToasts();
const failure = () => fakeError(500, { error: 'It broke.', code: 'internal' });
const confirm = () => screen.getByRole('alertdialog');

/** The button in the page header, labelled with the number of changes. */
function saveButton(page: HTMLElement): HTMLElement {
  const found = [...page.querySelectorAll<HTMLElement>('button')].find((one) =>
    /^Save and Generate\d*$/.test(one.textContent),
  );
  if (!found) throw new Error('There is no Save and Generate.');
  return found;
}

async function openWithBranch(answers: Parameters<typeof openBranding>[0] = {}) {
  const opened = await openBranding(answers);
  await waitFor(() => expect(opened.field('Branch').querySelectorAll('option')).toHaveLength(3));
  change(opened.field('Branch'), 'main');
  await waitFor(() => expect(opened.field('Branch').value).toBe('main'));
  const save = async () => {
    await userEvent.click(saveButton(opened.page));
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save and Generate' }),
    );
  };
  return { ...opened, save };
}

it('keeps what is typed while a logo is read', () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useBrandingEditor(7, null, undefined), { wrapper });
  const { chooseLogo } = result.current.brand;
  act(() => result.current.brand.write('colors.primary', '#123456'));
  act(() => chooseLogo({ file: new File([], 'logo.png'), data: 'data:image/png;base64,' }));
  expect(result.current.brand.changes.map(({ path }) => path).toSorted()).toEqual(['colors.primary', 'logo_url']);
});

describe('the Branding tab', () => {
  it('has tabs Branding and Email [BRD-01]', async () => {
    const { page } = await openBranding();
    const tabs = [...page.querySelectorAll('nav[aria-label="Branding and e-mail"] a')].map((tab) => tab.textContent);
    expect(tabs).toEqual(['Branding', 'Email']);
  });

  it('shows the defaults without an error where nothing was saved [BRD-11, BRD-21]', async () => {
    const { field } = await openBranding();
    const shown = ['Primary', 'Secondary', 'Background'].map((name) => field(`${name} colour`).value);
    expect(shown).toEqual(['#4299e1', '#f6ad55', '#e8e8e8']);
    expect(toasts).toEqual([]);
  });

  it('requires the three colours, by text or picker, with a hint [BRD-03, BRD-16, BRD-17]', async () => {
    const { page, field, preview } = await openBranding();
    expect([...page.querySelectorAll<HTMLInputElement>('input[required]')]).toHaveLength(3);
    expect(page.textContent).toContain('#RRGGBB');
    const picker = page.querySelector<HTMLInputElement>('input[type="color"][aria-label^="Primary colour"]');
    if (!picker) throw new Error('There is no picker.');
    change(picker, '#123456');
    await waitFor(() => expect(field('Primary colour').value).toBe('#123456'));
    expect(preview()).toContain('header{background:#123456');
  });

  it('shows the contrast on white for AA and AAA, and applies the nearest passing colour [BRD-04, BRD-19]', async () => {
    const { type, contrast, field } = await openBranding();
    expect(contrast('Primary colour')).toContain('AA fail');
    type('Primary colour', '#767676');
    await waitFor(() => expect(contrast('Primary colour')).toMatch(/4\.54:1AA passAAA fail/));
    const primary = within(screen.getByRole('group', { name: 'Contrast of Primary colour' }));
    await userEvent.click(primary.getByRole('button', { name: 'Use #595959 for AAA' }));
    await waitFor(() => expect(contrast('Primary colour')).toMatch(/AA passAAA pass/));
    expect(field('Primary colour').value).toBe('#595959');
    type('Primary colour', 'no colour');
    await waitFor(() => expect(contrast('Primary colour')).toContain('n/a'));
  });

  it('has four fields in English and four in Welsh [BRD-05, BRD-09, BRD-22]', async () => {
    const { page, field, type, preview } = await openBranding();
    const tabs = [...page.querySelectorAll<HTMLElement>('[role="tab"]')];
    expect(tabs.map((tab) => tab.textContent)).toEqual(['English', 'Welsh']);
    for (const label of ['Find a center title', 'Find a center text', 'Terms link', 'Privacy policy link']) {
      expect(field(label).lang).toBe('en');
    }
    type('Find a center title', 'Find us');
    await waitFor(() => expect(preview()).toContain('<h1>Find us</h1>'));
    if (tabs[1]) await userEvent.click(tabs[1]);
    await waitFor(() => expect(field('Find a center title').lang).toBe('cy'));
    expect(field('Find a center title').value).toBe('');
    expect(preview()).toContain('<html lang="cy">');
  });

  it('cannot be changed by a viewer', async () => {
    const { page } = await openBranding({
      'GET /api/console': { user: 'Amelia Hart', role: 'viewer', sandbox: false },
    });
    const buttons = [saveButton(page), screen.getByRole('button', { name: 'Choose logo' })];
    await waitFor(() =>
      expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'true']),
    );
  });

  it('lists unsaved changes, each revertible', async () => {
    const { page, type, field } = await openBranding();
    type('Find a center title', 'Find us');
    await waitFor(() => expect(page.querySelector('[aria-label="Unsaved changes"]')).not.toBeNull());
    expect(page.querySelector('[aria-label="Unsaved changes"]')?.textContent).toBe(
      'Find a center title (English)(empty)toFind us',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Find a center title (English)' }));
    await waitFor(() => expect(page.querySelector('[aria-label="Unsaved changes"]')).toBeNull());
    expect(field('Find a center title').value).toBe('');
  });

  it('requires a branch [BRD-15]', async () => {
    const { page, arrived } = await openBranding();
    await userEvent.click(saveButton(page));
    await waitFor(() => expect(page.textContent).toContain('Please select a branch to save and generate.'));
    expect(toasts).toEqual([{ text: 'Please select a branch to save and generate.', meaning: 'error' }]);
    expect(arrived.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  it('rejects an empty colour, and accepts any other text [BRD-16, BRD-18]', async () => {
    const { page, field, type, save, forms } = await openWithBranch({
      [CALLS.save]: { logoUrl: '', run_id: 1, warnings: [] },
    });
    type('Secondary colour', '');
    await waitFor(() => expect(field('Secondary colour').value).toBe(''));
    await userEvent.click(saveButton(page));
    await waitFor(() => expect(page.textContent).toContain('Secondary colour is required.'));
    expect(document.querySelector('[role="alertdialog"]')).toBeNull();
    type('Secondary colour', 'tomato');
    await waitFor(() => expect(field('Secondary colour').value).toBe('tomato'));
    await save();
    await waitFor(() => expect(forms).toHaveLength(1));
    expect(forms[0]).toMatchObject({ brandingData: { colors: { secondary: 'tomato' } } });
  });
});

describe('Save and Generate', () => {
  it('asks for confirmation; Cancel sends nothing [BRD-07]', async () => {
    const { page, arrived } = await openWithBranch();
    await userEvent.click(saveButton(page));
    await waitFor(() => expect(confirm().textContent).toContain('Brimham Active'));
    await userEvent.click(within(confirm()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.querySelector('[role="alertdialog"]')).toBeNull());
    expect(arrived.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  it('sends brand data with app and branch, and the content of both languages, and confirms success [BRD-13, BRD-14, BRD-23]', async () => {
    const sent: unknown[] = [];
    const { page, type, forms, field } = await openWithBranch({
      [CALLS.branding]: () =>
        sent.length === 0
          ? fakeError(404, { error: 'Nothing saved.', code: 'not_found' })
          : savedBranding({ logo_url: '/files/logos/a.png' }),
      [CALLS.save]: () => {
        sent.push('saved');
        return { logoUrl: '/files/logos/a.png', run_id: 4, warnings: ['The secondary colour is not a CSS colour.'] };
      },
    });
    type('Find a center title', 'Find us');
    await waitFor(() => expect(field('Find a center title').value).toBe('Find us'));
    await userEvent.click(saveButton(page));
    await waitFor(() => expect(confirm().textContent).toContain('Find a center title (English)'));
    await userEvent.click(within(confirm()).getByRole('button', { name: 'Save and Generate' }));
    await waitFor(() =>
      expect(toasts).toEqual([
        { text: 'Branding and content settings saved successfully!', meaning: 'success' },
        { text: 'The secondary colour is not a CSS colour.', meaning: 'warning' },
      ]),
    );
    expect(forms).toHaveLength(1);
    expect(Object.keys(forms[0] ?? {})).toEqual(['brandingData', 'contentData', 'revision']);
    expect(forms[0]).toMatchObject({
      brandingData: { colors: { primary: '#4299e1' }, app: 'coursepro', branch: 'main' },
      contentData: { en: { find_a_center_title: 'Find us' }, cy: { find_a_center_title: '' } },
    });
    expect(page.querySelector('img[alt="Logo"]')?.getAttribute('src')).toBe('/files/logos/a.png');
    expect(saveButton(page).textContent).toBe('Save and Generate');
  });

  it('is busy while saving [BRD-14]', async () => {
    let release = (): void => {};
    const { page, save } = await openWithBranch();
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) =>
      init?.method === 'POST'
        ? new Promise((resolve) => {
            release = () => resolve(Response.json({ logoUrl: '', run_id: 1, warnings: [] }));
          })
        : fetch(input, init);
    await save();
    await waitFor(() => expect(saveButton(page).getAttribute('aria-busy')).toBe('true'));
    release();
    await waitFor(() => expect(saveButton(page).getAttribute('aria-busy')).toBeNull());
  });

  it('shows a failure in the documented words, marks the field and keeps the edits [BRD-24]', async () => {
    const { page, type, save, field } = await openWithBranch({
      [CALLS.save]: fakeError(400, {
        error: 'Some values are not allowed.',
        code: 'bad_request',
        fields: { 'contentData.en.terms_link_external': 'Enter an address that begins with https://' },
      }),
    });
    type('Terms link', SCRIPT_ADDRESS);
    await waitFor(() => expect(field('Terms link').value).toBe(SCRIPT_ADDRESS));
    await save();
    await waitFor(() =>
      expect(toasts).toEqual([{ text: 'Failed to save branding settings. Please try again.', meaning: 'error' }]),
    );
    expect(page.textContent).toContain('Enter an address that begins with https://');
    expect(field('Terms link').value).toBe(SCRIPT_ADDRESS);
  });
});

describe('a Branding page that cannot be loaded', () => {
  it('shows failed settings with a retry [BRD-12]', async () => {
    const { page } = await openBranding({ [CALLS.branding]: failure });
    await waitFor(() =>
      expect(toasts).toEqual([{ text: 'Could not load existing branding settings.', meaning: 'error' }]),
    );
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(page.querySelectorAll('input')).toHaveLength(0);
  });

  it('shows failed branches [BRD-25]', async () => {
    const { page } = await openBranding({ [CALLS.branches]: failure });
    await waitFor(() => expect(toasts).toEqual([{ text: 'Failed to load initial page data.', meaning: 'error' }]));
    expect(page.textContent).toContain('The branches could not be loaded.');
  });

  it('shows a tenant without HomePortal2', async () => {
    const { page } = await openBranding({ [CALLS.tenant]: { tenant: { ...brandedTenant, homeportal2_tenant: null } } });
    await waitFor(() => expect(page.textContent).toContain('Brimham Active has no HomePortal2 service'));
  });
});

it('renders saved values in a frame that runs nothing', async () => {
  const words = {
    find_a_center_title: '<script>parent.marker=1</script>',
    find_a_center_text: '</p><img src=x onerror="parent.marker=1">',
    terms_link_external: SCRIPT_ADDRESS,
    privacy_policy_link_external: 'https://e.example/"onclick="parent.marker=1',
  };
  const colors = { primary: 'red}</style><script>parent.marker=1</script>', secondary: '#fff', background: '#fff' };
  const { frames, preview } = await openBranding({
    [CALLS.branding]: savedBranding({ en: words, cy: words, colors }),
  });
  const parsed = new DOMParser().parseFromString(preview(), 'text/html');
  expect(parsed.querySelectorAll('script, img, a, [onclick], [onerror]')).toHaveLength(0);
  expect(parsed.querySelector('h1')?.textContent).toBe('<script>parent.marker=1</script>');
  for (const frame of frames()) expect(frame.getAttribute('sandbox')).toBe('');
  expect(preview()).toMatch(/^<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy"/);
});
