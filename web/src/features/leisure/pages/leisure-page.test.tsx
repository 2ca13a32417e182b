import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { LeisurePage } from './leisure-page.tsx';

const HUB = { domain: 'brimham.hub.example', hosts: ['*.hub.example'], note: '' };
const ADDRESS = 'https://brimham.hub.example/enter?ticket=1';
const SCRIPT = ['java', 'script:alert(1)'].join('');

/** Error toasts with their second line. */
const toasts: [string, string | undefined][] = [];
const went: string[] = [];
beforeEach(() => {
  toasts.length = went.length = 0;
  vi.spyOn(toast, 'error').mockImplementation((text, options) => void toasts.push([text, options?.detail]));
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void went.push(String(address)));
});

interface Sent {
  address: string;
  form: Record<string, unknown>;
}

async function openPage(
  answer: FakeResponse = { authAddress: ADDRESS },
  hub: FakeResponse = HUB,
  query = '',
  role = 'operator',
) {
  startFakeServer({
    'GET /api/tenant/12/leisurehub': hub,
    'GET /api/console': { user: 'Amelia Hart', role, sandbox: false },
  });
  const sent: Sent[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (init?.method !== 'POST') return others(input, init);
    const form = Object.fromEntries((init.body as FormData).entries());
    sent.push({ address: input instanceof Request ? input.url : input.toString(), form });
    return Promise.resolve(answer instanceof Response ? answer.clone() : Response.json(answer));
  };
  const { page } = await renderPage('/tenant/$id/leisurehub', LeisurePage, `/tenant/12/leisurehub${query}`);
  const field = (name: string) => {
    const found = page.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!found) throw new Error(`There is no field ${name}.`);
    return found;
  };
  const type = async (name: string, text: string) => {
    await userEvent.clear(field(name));
    await userEvent.type(field(name), text);
  };
  await screen.findByRole('button', { name: 'Log in' });
  return { page, sent, field, type, logIn: () => userEvent.click(screen.getByRole('button', { name: 'Log in' })) };
}

describe('the leisure sandbox', () => {
  it('has four fields, the secret masked, with its defaults [LEI-01] [LEI-02]', async () => {
    const { page, field } = await openPage();
    await waitFor(() => expect(field('domain').value).toBe('brimham.hub.example'));
    expect([...page.querySelectorAll('label')].map((label) => label.textContent)).toEqual([
      'Secret',
      'Domain',
      'Client id',
      'Person id',
    ]);
    expect([field('person_id').value, field('client_id').value, field('secret').value]).toEqual(['301', '1', '']);
    expect([field('secret').type, field('secret').autocomplete]).toEqual(['password', 'off']);
  });

  it('sends the form and opens the address that the hub returns [LEI-03] [LEI-05]', async () => {
    const { sent, field, type, logIn } = await openPage();
    await waitFor(() => expect(field('domain').value).not.toBe(''));
    await type('secret', 'hush');
    await type('person_id', '302');
    await logIn();
    await waitFor(() => expect(went).toEqual([ADDRESS]));
    expect(sent).toEqual([
      {
        address: '/api/tenant/12/leisurehub',
        form: { secret: 'hush', domain: 'brimham.hub.example', client_id: '1', person_id: '302' },
      },
    ]);
    expect(toasts).toEqual([]);
  });

  it('is disabled for a viewer', async () => {
    const { sent, logIn } = await openPage(undefined, undefined, '', 'viewer');
    const button = screen.getByRole('button', { name: 'Log in' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await logIn();
    expect(sent).toEqual([]);
  });

  it('sends the basket of its address [LEI-04]', async () => {
    const { page, sent, logIn } = await openPage(undefined, undefined, '?basket_id=7');
    expect(page.textContent).toContain('Basket 7');
    await logIn();
    await waitFor(() => expect(sent.map(({ address }) => address)).toEqual(['/api/tenant/12/leisurehub?basket_id=7']));
  });

  it.each([
    [null],
    [undefined],
    [7],
    [SCRIPT],
    ['//evil.example'],
    ['https://evil.example/'],
    ['http://brimham.hub.example/'],
  ])('rejects the address %j [LEI-06] (threat 8)', async (authAddress) => {
    const { field, logIn } = await openPage({ authAddress });
    await waitFor(() => expect(field('domain').value).not.toBe(''));
    await logIn();
    await waitFor(() => expect(toasts).toEqual([['Invalid authAddress', undefined]]));
    expect(went).toEqual([]);
  });

  it('sends nothing while the allowed hosts are unknown, against which the returned address is checked', async () => {
    const { page, sent, type, logIn } = await openPage(
      undefined,
      fakeError(500, { error: 'Not now.', code: 'internal' }),
    );
    await waitFor(() => expect(page.textContent).toContain('Not now.'));
    screen.getByRole('button', { name: 'Retry' });
    await type('secret', 'hush');
    await logIn();
    expect(sent).toEqual([]);
  });

  it.each([
    [400, 'Invalid login', 'req 7f3a-91c2'],
    [502, 'The hub does not respond in time.', 'The hub does not respond in time.'],
  ])('shows an invalid login on a %i, with the reason where known [LEI-07]', async (status, error, detail) => {
    const { field, type, logIn } = await openPage(fakeError(status, { error, code: 'bad_request' }));
    await type('secret', 'hush');
    await logIn();
    await waitFor(() => expect(toasts).toEqual([['Invalid login', detail]]));
    expect(field('secret').value).toBe('hush');
    expect(went).toEqual([]);
  });

  it('shows an invalid value at its field', async () => {
    const fields = { domain: 'Enter the domain of the leisure hub alone.' };
    const body = { error: 'Check the domain.', code: 'bad_request', fields };
    const { page, field, logIn } = await openPage(fakeError(400, body));
    await logIn();
    await waitFor(() => expect(field('domain').getAttribute('aria-invalid')).toBe('true'));
    expect(page.textContent).toContain(fields.domain);
    expect(toasts).toEqual([['Invalid login', 'req 7f3a-91c2']]);
  });

  it('shows the note of the hub', async () => {
    const { page } = await openPage(undefined, { ...HUB, note: 'A hub of the sandbox.' });
    await waitFor(() => expect(page.textContent).toContain('A hub of the sandbox.'));
  });

  it('shows a missing LEISURE_HUB_HOSTS', async () => {
    const { page } = await openPage(undefined, { ...HUB, hosts: [] });
    await waitFor(() => expect(page.textContent).toContain('Logging in cannot succeed yet.'));
  });
});
