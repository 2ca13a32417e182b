import { DEFAULT_EMAIL } from '@mission-control/contract/branding/rules';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeError } from '../../../lib/testing/fake-server.ts';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { CALLS, change, openBranding, savedBranding } from '../testing/open-branding.tsx';

const toasts = collectToasts();
const openEmail = (answers: Parameters<typeof openBranding>[0] = {}) => openBranding(answers, '?tab=email');

describe('the Email tab', () => {
  it('has the fields of header, content and footer, with their defaults [EML-01, EML-02, EML-03, EML-13]', async () => {
    const { field } = await openEmail();
    const shown = (...labels: string[]) => labels.map((label) => field(label).value);
    expect(shown('Background colour', 'Heading text colour', 'Subheading text colour')).toEqual([
      '#4299e1',
      '#000',
      '#000',
    ]);
    expect(shown('Heading text', 'Subheading text', 'Logo position')).toEqual(['', '', 'center']);
    expect(shown('Container background colour', 'Content background colour', 'Content text colour')).toEqual([
      '#DDDDDD',
      '#FFFFFF',
      '#444444',
    ]);
    expect(shown('Footer background colour', 'Footer text colour', 'Footer content (HTML)')).toEqual([
      '#4299e1',
      '#FFFFFF',
      '',
    ]);
  });

  it('offers three logo positions [EML-16]', async () => {
    const { field } = await openEmail();
    const options = [...field('Logo position').querySelectorAll('option')];
    expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
      ['flex-start', 'Left'],
      ['center', 'Center'],
      ['flex-end', 'Right'],
    ]);
  });

  it('previews the e-mail while typing, at most 600 px wide [EML-04, EML-14]', async () => {
    const { type, preview, arrived } = await openEmail();
    type('Heading text', 'Welcome <b>');
    await waitFor(() => expect(preview()).toContain('Welcome &lt;b&gt;</h1>'));
    expect(preview()).toContain('max-width:600px');
    expect(arrived.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  it('copies the HTML of header and footer, with confirmation [EML-05, EML-06, EML-11]', async () => {
    const copies: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copies.push(text)));
    const { type, preview } = await openEmail();
    type('Heading text', 'Welcome');
    type('Footer content (HTML)', '<p>Bye</p><script>parent.marker=1</script>');
    await waitFor(() => expect(preview()).toContain('Bye'));
    await userEvent.click(screen.getByRole('button', { name: 'Copy Header HTML' }));
    await userEvent.click(screen.getByRole('button', { name: 'Copy Footer HTML' }));
    await waitFor(() => expect(copies).toHaveLength(2));
    expect(copies[0]).toMatch(/^<table[^]*Welcome[^]*<\/table>$/);
    expect(copies[1]).toMatch(/^<table[^]*<p style="[^"]*">Bye<\/p>[^]*<\/table>$/);
    expect(copies[1]).not.toContain('marker');
    expect(toasts.map(({ text }) => text)).toEqual([
      'Header HTML copied to clipboard!',
      'Footer HTML copied to clipboard!',
    ]);
  });

  it('reports a refused copy [EML-12]', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await openEmail();
    await userEvent.click(screen.getByRole('button', { name: 'Copy Footer HTML' }));
    await waitFor(() => expect(toasts).toEqual([{ text: 'Failed to copy Footer HTML.', meaning: 'error' }]));
  });

  it('saves without confirmation [EML-07, EML-08, EML-09, EML-16]', async () => {
    const { field, forms } = await openEmail({ [CALLS.saveEmail]: { emailLogoUrl: '', revision: 'e1' } });
    change(field('Logo position'), 'flex-end');
    await waitFor(() => expect(field('Logo position').value).toBe('flex-end'));
    await userEvent.click(screen.getByRole('button', { name: 'Save Email Settings 1' }));
    await waitFor(() => expect(toasts).toEqual([{ text: 'Email settings saved successfully!', meaning: 'success' }]));
    expect(Object.keys(forms[0] ?? {})).toEqual(['emailData', 'revision']);
    expect(forms[0]).toMatchObject({
      emailData: { containerBackgroundColor: '#DDDDDD', header: { logoPosition: 'flex-end' }, footer: { content: '' } },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save Email Settings' })).toBeTruthy());
  });

  it('shows a failure in the documented words and keeps the edits [EML-10]', async () => {
    const { type, field } = await openEmail({
      [CALLS.saveEmail]: fakeError(500, { error: 'It broke.', code: 'internal' }),
    });
    type('Heading text', 'Welcome');
    await waitFor(() => expect(field('Heading text').value).toBe('Welcome'));
    await userEvent.click(screen.getByRole('button', { name: 'Save Email Settings 1' }));
    await waitFor(() =>
      expect(toasts).toEqual([{ text: 'Failed to save email settings. Please try again.', meaning: 'error' }]),
    );
    expect(field('Heading text').value).toBe('Welcome');
  });

  it('shows what somebody else has saved, keeps the edits, and saves them on top', async () => {
    const theirs = {
      ...savedBranding({ email: { ...DEFAULT_EMAIL, contentTextColor: 'navy' } }),
      revisions: { brand: '', email: 'e2' },
    };
    let saved: object = { ...savedBranding(), revisions: { brand: '', email: 'e1' } };
    const { page, type, field, forms } = await openEmail({
      [CALLS.branding]: () => ({ ...saved }),
      [CALLS.saveEmail]: () => {
        if (forms.at(-1)?.['revision'] === 'e2') return { emailLogoUrl: '', revision: 'e3' };
        saved = theirs;
        return fakeError(409, { error: 'Somebody else has saved these settings.', code: 'conflict' });
      },
    });
    type('Heading text', 'Welcome');
    await waitFor(() => expect(field('Heading text').value).toBe('Welcome'));
    await userEvent.click(screen.getByRole('button', { name: 'Save Email Settings 1' }));
    await waitFor(() => expect(page.textContent).toContain('Changed: Content text colour.'));
    expect(toasts.map(({ meaning }) => meaning)).toEqual(['error']);
    expect([field('Heading text').value, field('Content text colour').value]).toEqual(['Welcome', 'navy']);
    await userEvent.click(screen.getByRole('button', { name: 'Save Email Settings 1' }));
    await waitFor(() => expect(toasts.at(-1)?.text).toBe('Email settings saved successfully!'));
    expect(forms.at(-1)).toMatchObject({
      emailData: { contentTextColor: 'navy', header: { headingText: 'Welcome' } },
      revision: 'e2',
    });
  });
});
