import { MASKED } from '@mission-control/contract/soap/rules';
import type { SoapElement, SoapSent } from '@mission-control/contract/soap/schema';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants, domains, tenantServices } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { configItems, openItem } from '../config/public.ts';
import { createSoapApi, type SoapApi } from './testing/soap-api.ts';

const t = setUpTestCtx();
let api: SoapApi;
let tenant = 0;
let password = '';
beforeAll(async () => {
  api = await createSoapApi(t);
  tenant = (await t.db.select().from(tenants).where(eq(tenants.name, 'Brimham Active')))[0]?.id ?? 0;
  const place = { tenantId: tenant, kind: 'coursepro' } as const;
  const items = await t.db.select().from(configItems).where(eq(configItems.key, 'SOAP_PASSWORD'));
  const item = items.find(({ tenantId }) => tenantId === tenant);
  password = item ? openItem(t.secrets, place, item).value : '';
}, 60_000);
afterAll(() => api.close());

const of = (method = ''): string => `/api/soap${method}?tenant_id=${tenant}`;
const send = (method: string, fields: Record<string, string> = {}) =>
  api.post(`/api/soap/${method}`, { tenant_id: String(tenant), ...fields });
async function elementsOf(method: string): Promise<Map<string, SoapElement>> {
  const { status, body } = await api.get(of(`/${method}`));
  expect(status, JSON.stringify(body)).toBe(200);
  return new Map((body['elements'] as SoapElement[]).map((element) => [element.name, element]));
}
const lastEvent = async () => (await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];

describe("a tenant's SOAP API", () => {
  it('has the methods of the WSDL of its CoursePro site [SOAP-04]', async () => {
    const { body } = await api.get(of());
    expect(body['wsdl']).toBe('https://brimham-active.coursepro.co.uk/soap?wsdl');
    const methods = body['methods'] as { name: string; description: string }[];
    expect(methods.map(({ name }) => name)).toEqual(
      'Login Ping ListCourses GetCourse FindMembers BookPlaces CancelBooking'.split(' '),
    );
    expect(methods[2]?.description).toBe('The courses of a centre.');
    // The WSDL says http, as many sites behind a proxy do; https is used and shown.
    expect(methods).toContainEqual(
      expect.objectContaining({ endpoint: 'https://brimham-active.coursepro.co.uk/soap' }),
    );
  });

  it('has no methods without a tenant (C-130)', async () => {
    expect(await api.get('/api/soap')).toMatchObject({ status: 200, body: { methods: [], wsdl: '' } });
    expect((await api.get('/api/soap?tenant_id=x')).status).toBe(400);
  });

  it('returns a form for each method: texts, long texts, dates and checkboxes, with labels and descriptions [SOAP-05] [SOAP-06]', async () => {
    const list = await elementsOf('ListCourses');
    expect(list.get('body/ListCourses/onlyFree')).toMatchObject({
      type: 'boolean',
      label: 'Only free',
      description: 'Omits full courses.',
      required: true,
    });
    expect(list.get('body/ListCourses/centreId')).toMatchObject({ type: 'text', kind: 'int', required: true });
    expect(list.get('body/ListCourses/from')).toMatchObject({ type: 'date', required: false });
    expect(list.get('body/ListCourses/level')).toMatchObject({
      options: ['Beginner', 'Improver', 'Advanced'],
      several: false,
    });
    expect(list.get('body/ListCourses/sessionId')).toMatchObject({ required: false, secret: true });
    const book = await elementsOf('BookPlaces');
    expect(book.get('body/BookPlaces/member[]/medicalNotes')).toMatchObject({ type: 'textarea' });
    expect(book.get('body/BookPlaces/member[]/phone[]')).toMatchObject({
      repeats: { min: 0, max: 3 },
      groups: [{ path: 'body/BookPlaces/member[]', repeats: { min: 1, max: 6 }, required: true }],
    });
  });

  it('is called with its own session, showing everything but the credentials [SOAP-03] [SOAP-07] [SOAP-08]', async () => {
    const { status, body } = await send('ListCourses', {
      'body/ListCourses/centreId': '101',
      'body/ListCourses/onlyFree': 'false',
    });
    expect(status).toBe(200);
    const sent = body as unknown as SoapSent;
    expect(Object.keys(sent)).toEqual(
      expect.arrayContaining(['time', 'responseMessage', 'response', 'responseHeaders', 'request', 'requestHeaders']),
    );
    expect(sent.time).toEqual({ session: expect.any(Number) as number, method: expect.any(Number) as number });
    expect(sent).toMatchObject({ responseMessage: '200 OK', fault: false });
    expect(sent.response).toContain('<api:title>');
    expect(sent.request).toContain(`sessionId>${MASKED}<`);
    expect(sent.requestHeaders).toMatch(/^POST \/soap HTTP\/1.1\nhost: brimham-active\.coursepro\.co\.uk\n/);
    expect(sent.requestHeaders).toContain('soapaction: "urn:coursepro:api#ListCourses"');
    expect(sent.responseHeaders).toMatch(/^HTTP\/1.1 200 OK\ncontent-type: text\/xml/);
  });

  it('returns the response to nested and repeated values [SOAP-02]', async () => {
    const courses = (
      (await send('ListCourses', { 'body/ListCourses/centreId': '101', 'body/ListCourses/onlyFree': 'true' }))
        .body as unknown as SoapSent
    ).response;
    const course = [...courses.matchAll(/<api:id>(\d+)<.*?freePlaces>(\d)</g)].find(
      ([, , free]) => Number(free) >= 2,
    )?.[1];
    const { body } = await send('BookPlaces', {
      'body/BookPlaces/courseId': course ?? '',
      'body/BookPlaces/member[0]/name': 'Ada <Marsh> & "Söhne"',
      'body/BookPlaces/member[0]/born': '2017-02-03',
      'body/BookPlaces/member[0]/phone[0]': '01234',
      'body/BookPlaces/member[4]/name': 'Ben',
      'body/BookPlaces/member[4]/born': '2018-04-05',
      'body/BookPlaces/startsAt': '2027-01-10T09:30',
      'body/BookPlaces/payment/amount': '12.50',
      'body/BookPlaces/payment/reference': 'card',
      'body/BookPlaces/payment/@currency': 'GBP',
    });
    const { response, request } = body as unknown as SoapSent;
    expect(response.match(/<api:booking>/g)).toHaveLength(2);
    expect(request).toContain('name>Ada &lt;Marsh&gt; &amp; "Söhne"<');
    expect(request).toMatch(
      /born>2017-02-03<.*phone>01234<.*name>Ben<.*startsAt>2027-01-10T09:30:00<.*payment currency="GBP">/,
    );
  });

  it('is sent the line breaks of a value as they were typed', async () => {
    const { body } = await send('CancelBooking', {
      'body/CancelBooking/booking': '1',
      'body/CancelBooking/reason': 'Other',
      'body/CancelBooking/notes': 'ill\naway',
    });
    expect(body['request']).toContain('notes>ill\naway<');
  });

  it('shows a fault as a result, and opens no session if the method needs none [SOAP-03]', async () => {
    const gone = await send('CancelBooking', {
      'body/CancelBooking/booking': '1',
      'body/CancelBooking/reason': 'Other',
    });
    expect(gone.body).toMatchObject({
      fault: true,
      responseMessage: '500 Internal Server Error · Client: There is no such booking.',
    });
    expect((await send('Ping')).body).toMatchObject({ fault: false, time: { session: null } });
  });

  it('never exposes or records the password or any value', async () => {
    expect(password).toHaveLength(20);
    const login = await send('Login');
    expect(login.body).toMatchObject({ fault: false });
    const typed = await send('Login', { 'body/Login/username': 'me', 'body/Login/password': 'typed-password' });
    expect(typed.body).toMatchObject({ fault: true, responseMessage: expect.stringContaining('wrong') as string });
    // The session that the login has opened.
    expect(login.body['response']).toContain(`sessionId>${MASKED}<`);
    for (const { body } of [login, typed]) {
      expect(JSON.stringify(body)).not.toContain(password);
      expect(JSON.stringify(body)).not.toContain('typed-password');
    }
    await send('FindMembers', { 'body/FindMembers/*/email': 'ada@example.com' });
    expect(await lastEvent()).toMatchObject({
      actor: 'priya.shah',
      action: 'soap.method-sent',
      subject: 'Brimham Active SOAP: FindMembers',
      tenantId: tenant,
      after: { method: 'FindMembers', outcome: 'answered', duration_ms: expect.any(Number) as number },
    });
    const events = await t.db.select().from(auditEvents);
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${password}|typed-password|ada@example`));
  });

  it('reports faults by field', async () => {
    const { status, body } = await send('CancelBooking', {
      'body/CancelBooking/booking': 'x',
      'body/CancelBooking/reason': 'Rain',
      'body/CancelBooking/more': '1',
    });
    expect(status).toBe(400);
    expect(body['fields']).toEqual({
      'body/CancelBooking/booking': 'must be a whole number',
      'body/CancelBooking/reason': 'must be one of the listed values',
      'body/CancelBooking/more': 'is not a field of this method, or conflicts with other fields',
    });
    const both = await send('FindMembers', { 'body/FindMembers/*/email': 'a@b.c', 'body/FindMembers/*/number': '1' });
    expect(both.body['fields']).toEqual({
      'body/FindMembers/*': expect.stringContaining('Fill in only one of: Number or Email') as string,
    });
  });

  it('requires permission, and a tenant with an API', async () => {
    expect((await api.post('/api/soap/Ping', { tenant_id: String(tenant) }, 'viewer')).status).toBe(403);
    expect((await api.get('/api/soap?tenant_id=0')).status).toBe(400);
    expect((await api.get('/api/soap?tenant_id=999999')).status).toBe(404);
    expect((await api.get(of('/NoSuchMethod'))).status).toBe(404);
    expect((await send('constructor')).status).toBe(404);
    const [other] = (await t.db.select().from(tenants)).filter(({ id }) => id !== tenant);
    await t.db.delete(tenantServices).where(eq(tenantServices.tenantId, other?.id ?? 0));
    expect(await api.get(`/api/soap?tenant_id=${other?.id}`)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('has no CoursePro service') as string },
    });
  });

  it('reports why it cannot be reached, and records the failed call [SOAP-10]', async () => {
    await t.db
      .update(domains)
      .set({ host: 'brimham-down.coursepro.co.uk' })
      .where(eq(domains.host, 'brimham-active.coursepro.co.uk'));
    const failed = await send('Ping');
    expect(failed).toMatchObject({
      status: 502,
      body: { error: 'The WSDL cannot be read. brimham-down.coursepro.co.uk answered with 503 Service Unavailable.' },
    });
    expect(await lastEvent()).toMatchObject({ after: { method: 'Ping', outcome: 'failed' } });
    expect((await api.get(of())).status).toBe(502);
  });
});
