import type { SoapElement, SoapSent } from '@mission-control/contract/soap/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { fill, renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { testElement, testGroup } from '../testing.ts';
import { SoapPage } from './soap-page.tsx';

const toasts = collectToasts();
const endpoint = 'https://brimham.example/soap';
const METHODS = [
  { name: 'GetMember', description: 'Reads one member.', endpoint },
  { name: 'AddBooking', description: 'Books a course.', endpoint },
];
const contact = testGroup('b/contact[]', { label: 'Contact', repeats: { min: 0, max: 2 } });
const ELEMENTS: SoapElement[] = [
  testElement('b/id', { label: 'Member', required: true, description: 'Number of the member.' }),
  testElement('b/notes', { label: 'Notes', type: 'textarea' }),
  testElement('b/from', { label: 'From', type: 'date', kind: 'date' }),
  testElement('b/at', { label: 'At', type: 'date', kind: 'dateTime' }),
  testElement('b/full', { label: 'Full', type: 'boolean' }),
  testElement('b/kind', { label: 'Kind', options: ['adult', 'child'] }),
  testElement('b/title', { label: 'Title', options: ['Mr', 'Ms', ''] }),
  testElement('b/days', { label: 'Days', options: ['Mon', 'Tue', 'Wed'], several: true, description: 'Free days.' }),
  testElement('b/pin', { label: 'PIN', secret: true }),
  testElement('b/contact[]/mail', { label: 'Mail', required: true, groups: [contact] }),
];
const SENT: SoapSent = {
  time: { session: 41.2, method: 1234.6 },
  responseMessage: 'HTTP/1.1 200 OK',
  fault: false,
  response: '<a><b>1</b></a>',
  responseHeaders: 'HTTP/1.1 200 OK\ncontent-type: text/xml',
  request: '<r><id>7</id></r>',
  requestHeaders: 'POST /soap HTTP/1.1',
};

async function openPage({ query = '', staging = true, answer = SENT as FakeResponse, methods }: Options = {}) {
  startFakeServer({
    'GET /api/tenant/12': { tenant: { _id: 12, tenant_name: 'Brimham Active', staging } },
    'GET /api/soap?tenant_id=12': methods ?? { methods: METHODS, wsdl: `${endpoint}?wsdl` },
    'GET /api/soap/GetMember?tenant_id=12': { elements: ELEMENTS },
    'GET /api/soap/AddBooking?tenant_id=12': { elements: [testElement('b/course', { label: 'Course' })] },
  });
  const posted: { address: string; form: Record<string, unknown> }[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (init?.method !== 'POST') return others(input, init);
    const form = Object.fromEntries((init.body as FormData).entries());
    posted.push({ address: input instanceof Request ? input.url : input.toString(), form });
    return Promise.resolve(answer instanceof Response ? answer.clone() : Response.json(answer));
  };
  const { page, router, user, client } = await renderPage(
    '/tenant/$id/sandbox',
    SoapPage,
    `/tenant/12/sandbox${query}`,
  );
  const field = (name: string) => {
    const found = page.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!found) throw new Error(`There is no field ${name}.`);
    return found;
  };
  const shows = (text: string) => waitFor(() => expect(page.textContent).toContain(text));
  return {
    user,
    client,
    page,
    router,
    posted,
    field,
    shows,
    send: () => user.click(screen.getByRole('button', { name: 'Send' })),
  };
}
interface Options {
  query?: string;
  staging?: boolean;
  answer?: FakeResponse;
  methods?: FakeResponse | (() => FakeResponse);
}

const blocks = (page: HTMLElement) => [...page.querySelectorAll('h3')].map((heading) => heading.textContent);
const codeOf = (page: HTMLElement, label: string) =>
  [...(page.querySelector(`[role="region"][aria-label="${label}"]`)?.querySelectorAll('li') ?? [])].map(
    (line) => line.textContent,
  );

describe('the SOAP sandbox', () => {
  it('requires a method first [SOAP-09]', async () => {
    const { posted, send, shows } = await openPage();
    await screen.findByRole('button', { name: 'Send' });
    await send();
    await waitFor(() => expect(toasts).toEqual([{ text: 'Choose a method first.', meaning: 'error' }]));
    expect(posted).toEqual([]);
    await shows('Nothing sent yet');
  });

  it('keeps the method in the address and finds it by its description [SOAP-01]', async () => {
    const { user, router, shows } = await openPage();
    await screen.findByRole('button', { name: 'Send' });
    await user.type(await screen.findByRole('combobox', { name: 'Method' }), 'course');
    const option = await screen.findByRole('option');
    expect(option.textContent).toBe('AddBookingBooks a course.');
    await user.click(option);
    await waitFor(() => expect(router.state.location.search).toEqual({ method: 'AddBooking' }));
    await shows('Course');
    await shows(`Goes to ${endpoint}`);
  });

  it('has a field of its kind for each element [SOAP-02] [SOAP-06]', async () => {
    const { page, field, shows } = await openPage({ query: '?method=GetMember' });
    await shows('Number of the member.');
    const kinds = ['b/id', 'b/notes', 'b/from', 'b/at', 'b/full', 'b/kind', 'b/pin', 'b/contact[0]/mail'].map(
      (name) => {
        const { tagName, type: kind } = field(name);
        return tagName === 'INPUT' ? kind : tagName;
      },
    );
    const expected = ['text', 'TEXTAREA', 'date', 'datetime-local', 'checkbox', 'SELECT', 'password', 'text'];
    expect(kinds).toEqual(expected);
    expect(field('b/id').getAttribute('aria-required')).toBe('true');
    expect([...page.querySelectorAll('legend span')].map((legend) => legend.textContent)).toContain('Contact 1');
  });

  it('sends the filled-in form, and shows timing, request, response and headers [SOAP-03] [SOAP-07]', async () => {
    const { user, page, router, posted, field, send, shows } = await openPage({ query: '?method=GetMember' });
    await shows('Contact 1');
    await fill(user, field('b/id'), '7');
    await fill(user, field('b/from'), '2026-11-21');
    await fill(user, field('b/kind'), 'child');
    await user.click(field('b/full'));
    await shows('sent as true');
    await user.click(screen.getByRole('button', { name: 'Add Contact' }));
    await shows('Contact 2');
    await fill(user, field('b/contact[1000]/mail'), 'ann@example.com');
    await user.click(screen.getByRole('button', { name: 'Remove Contact 1' }));
    await waitFor(() => expect(page.textContent).not.toContain('Contact 2'));
    await send();
    await shows('1,235 ms');
    expect(posted).toEqual([
      {
        address: '/api/soap/GetMember',
        form: {
          tenant_id: '12',
          'b/id': '7',
          'b/from': '2026-11-21',
          'b/full': 'true',
          'b/kind': 'child',
          'b/contact[0]/mail': 'ann@example.com',
        },
      },
    ]);
    expect(page.textContent).toContain('41 ms');
    expect(page.textContent).toContain('1,276 ms');
    expect(blocks(page)).toEqual(['Timing', 'Response', 'Response headers', 'Request', 'Request headers']);
    expect(codeOf(page, 'Response')).toEqual(['<a>', '  <b>1</b>', '</a>']);
    await user.click(screen.getByRole('button', { name: 'Raw' }));
    await waitFor(() => expect(codeOf(page, 'Response')).toEqual(['<a><b>1</b></a>']));
    expect(router.state.location.search).toEqual({ method: 'GetMember', view: 'raw' });
    screen.getByRole('button', { name: 'Copy request headers' });
    expect(toasts).toEqual([]);
  });

  it('offers the values of an enumeration: one, or several in the order in which they were ticked, or none', async () => {
    const { user, posted, field, send, shows } = await openPage({ query: '?method=GetMember' });
    await shows('Contact 1');
    const choicesOf = (name: string) =>
      [...field(name).querySelectorAll('option')].map(({ textContent }) => textContent);
    expect(choicesOf('b/kind')).toEqual(['Left out', 'adult', 'child']);
    expect(choicesOf('b/title')).toEqual(['Mr', 'Ms', 'Left out']);
    const days = within(screen.getByRole('group', { name: 'Days' }));
    days.getByText('Free days. Left out while none is ticked.');
    const tick = (name: string) => user.click(days.getByRole('checkbox', { name }));
    for (const day of ['Wed', 'Tue', 'Mon', 'Wed']) await tick(day);
    await send();
    await waitFor(() => expect(posted).toHaveLength(1));
    for (const day of ['Tue', 'Mon']) await tick(day);
    await send();
    await waitFor(() => expect(posted).toHaveLength(2));
    expect(posted.map(({ form }) => form)).toEqual([
      { tenant_id: '12', 'b/id': '', 'b/days': 'Tue Mon' },
      { tenant_id: '12', 'b/id': '' },
    ]);
  });

  it('keeps input and response while another method is shown', async () => {
    const { user, router, field, send, shows, page } = await openPage({ query: '?method=GetMember' });
    await shows('Contact 1');
    await fill(user, field('b/id'), '7');
    await send();
    await shows('Answered');
    const go = (method: string) => router.navigate({ to: '.', search: { method } as never });
    await go('AddBooking');
    await shows('Course');
    expect(page.textContent).toContain('Nothing sent yet');
    await go('GetMember');
    await shows('Answered');
    expect(field('b/id').value).toBe('7');
  });

  it('shows a fault as a response', async () => {
    const answer = { ...SENT, fault: true, responseMessage: 'Member 7 is unknown', time: { session: null, method: 5 } };
    const { page, send, shows } = await openPage({ query: '?method=GetMember', answer });
    await shows('Contact 1');
    await send();
    await shows('Member 7 is unknown');
    expect(page.textContent).toContain('Fault');
    expect(page.textContent).toContain('none needed');
  });

  it('shows why a method failed, and the errors at their fields [SOAP-10]', async () => {
    const fields = { 'b/contact[0]/mail': 'is no address' };
    const error = fakeError(500, { error: 'The form has an error.', code: 'internal', fields });
    const { user, page, field, send, shows } = await openPage({ query: '?method=GetMember', answer: error });
    await shows('Contact 1');
    await user.click(screen.getByRole('button', { name: 'Add Contact' }));
    await shows('Contact 2');
    await fill(user, field('b/contact[1000]/mail'), 'x');
    await send();
    await waitFor(() => expect(toasts).toEqual([{ text: 'Failed to send method GetMember', meaning: 'error' }]));
    await shows('The form has an error.');
    expect(page.textContent).toContain('7f3a-91c2');
    expect(field('b/contact[1000]/mail').getAttribute('aria-invalid')).toBe('true');
    expect(field('b/contact[0]/mail').getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement).toBe(field('b/contact[1000]/mail'));
    screen.getByRole('button', { name: 'Retry' });
  });

  it('warns before it sends to production', async () => {
    const { user, posted, send, shows } = await openPage({ query: '?method=GetMember', staging: false });
    await shows('Brimham Active is in production.');
    await shows('Contact 1');
    await send();
    const asked = await screen.findByRole('alertdialog', { name: 'Send GetMember to production?' });
    await user.click(within(asked).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(posted).toEqual([]);
    await send();
    const always = within(await screen.findByRole('alertdialog')).getByRole<HTMLInputElement>('checkbox');
    expect(always.checked, 'a tick before Cancel does not count').toBe(false);
    await user.click(always);
    await user.click(screen.getByRole('button', { name: 'Send to production' }));
    await waitFor(() => expect(posted).toHaveLength(1));
    await shows('Answered');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await send();
    await waitFor(() => expect(posted).toHaveLength(2));
  });

  it('reads the WSDL again when the config changes that names it', async () => {
    let endpointNow = endpoint;
    const methods = () => ({ methods: METHODS.map((one) => ({ ...one, endpoint: endpointNow })), wsdl: 'x?wsdl' });
    const { page, shows, client } = await openPage({ query: '?method=GetMember', methods });
    await shows(`Goes to ${endpoint}`);
    endpointNow = 'https://moved.example/soap';
    await invalidateTopics(client, [TOPIC.config(12, 'coursepro')]);
    await shows(`Goes to ${endpointNow}`);
    expect(page.textContent).not.toContain(`Goes to ${endpoint}`);
  });

  it('shows why there are no methods, and retries', async () => {
    const error = fakeError(422, { error: 'Brimham Active has no CoursePro service.', code: 'refused' });
    const { shows } = await openPage({ methods: error });
    await shows('Brimham Active has no CoursePro service.');
    expect(screen.getByRole('button', { name: 'Retry' }).tagName).toBe('BUTTON');
  });
});
