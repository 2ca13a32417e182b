import { DEFAULT_BRANDING, NEVER_SAVED } from '@mission-control/contract/branding/rules';
import type { Branding } from '@mission-control/contract/branding/schema';
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { testService, testTenant } from '../../tenants/testing/tenant.ts';
import { BrandingPage } from '../pages/branding-page.tsx';

/** A tenant whose only service is HomePortal2. */
export const brandedTenant = testTenant({ homeportal2_tenant: testService() });

export const CALLS = {
  tenant: 'GET /api/tenant/12',
  branding: 'GET /api/tenant/12/homeportal2/branding',
  branches: 'GET /api/repos/branches?app=coursepro',
  save: 'POST /api/tenant/12/homeportal2/branding',
  saveEmail: 'POST /api/tenant/12/homeportal2/email',
} as const;

type Answers = Parameters<typeof startFakeServer>[0];

/** A saved branding: the defaults, overridden by `part`. */
export function savedBranding(part: Partial<Branding> = {}) {
  return { data: { ...DEFAULT_BRANDING, ...part }, branch: null, revisions: NEVER_SAVED };
}

/** Opens the page with a server that has two branches and, by default, no saved branding. */
export async function openBranding(answers: Answers = {}, search = '') {
  const arrived = startFakeServer({
    [CALLS.tenant]: { tenant: brandedTenant },
    [CALLS.branches]: { branches: [{ name: 'develop' }, { name: 'main' }], left_out: 0 },
    ...answers,
  });
  const forms = keepForms();
  const opened = await renderPage(
    '/tenant/$id/homeportal2/branding',
    BrandingPage,
    `/tenant/12/homeportal2/branding${search}`,
  );
  const { page } = opened;
  await waitFor(() => {
    expect(page.querySelector('h1')).not.toBeNull();
    expect(page.querySelector('[aria-label="Loading the branding"]')).toBeNull();
  });
  return { ...opened, arrived, forms, ...fieldsOf(page) };
}

/** Records submitted forms by their parts. */
function keepForms(): Record<string, unknown>[] {
  const forms: Record<string, unknown>[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (init?.body instanceof FormData) {
      const parts = [...init.body].map(([name, value]): [string, unknown] => [
        name,
        typeof value === 'string' && name.endsWith('Data') ? JSON.parse(value) : value,
      ]);
      forms.push(Object.fromEntries(parts));
    }
    return fetch(input, init);
  };
  return forms;
}

function fieldsOf(page: HTMLElement) {
  /** The control with this label, ignoring the mark of required fields. */
  const field = (label: string): HTMLInputElement => {
    const found = [...page.querySelectorAll('label')].find((one) => one.textContent.replace(/ \*$/, '') === label);
    const control = found && page.querySelector<HTMLInputElement>(`#${CSS.escape(found.htmlFor)}`);
    if (!control) throw new Error(`There is no field ${label}.`);
    return control;
  };
  return {
    field,
    type: (label: string, text: string) => change(field(label), text),
    /** The document in the frame, or the next one while it loads. */
    preview: () => [...page.querySelectorAll('iframe')].at(-1)?.getAttribute('srcdoc') ?? '',
    frames: () => [...page.querySelectorAll('iframe')],
    contrast: (label: string) =>
      page.querySelector(`[role="group"][aria-label="Contrast of ${label}"]`)?.textContent ?? '',
  };
}

/** Sets the value of a control and dispatches the event that React listens to. */
export function change(control: HTMLElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  setter?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
