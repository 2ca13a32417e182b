import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { MASKED } from '@mission-control/contract/soap/rules';
import { filesOf } from '@mission-control/soap-forms/testing/fixtures';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAddressRules } from '../../platform/http/address-rules.ts';
import { createSiteClient } from '../../platform/http/site-client.ts';
import type { SoapTarget } from './port.ts';
import { createApiCache, createSoap } from './site-driver.ts';
import { openSite, type Got, type TestSite } from './testing/wsdl-site.ts';

const wsdl = (folder: string): string => filesOf(folder).get('service.wsdl') ?? '';
const COURSES = wsdl('01-wrapped');
const BOOK = new Map([
  ['body/BookPlace/courseId', '1'],
  ['body/BookPlace/member/name', 'Ada'],
  ['body/BookPlace/member/born', '2017-02-03'],
]);
const target = (more: Partial<SoapTarget> = {}): SoapTarget => ({
  tenantId: 1,
  wsdl: 'https://api.example/service.wsdl',
  credentials: null,
  ...more,
});
const credentials = { username: 'console', password: 'swim & dive' };

let site: TestSite | undefined;
afterEach(() => site?.close());

type Reply = (response: ServerResponse, got: Got) => void;
const say =
  (text: string | Buffer, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/xml', ...headers }).end(text);
const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

/** A site with this WSDL and a handler for SOAP requests. */
async function open(document: string, reply: Reply = say(envelope('<ok/>'))) {
  site = await openSite((got, response) =>
    got.method === 'GET' ? say(document)(response, got) : reply(response, got),
  );
  return { soap: createSoap(site.client), got: site.got };
}
const sendBook = async (reply: Reply, more: Partial<SoapTarget> = {}) => {
  const { soap } = await open(COURSES, reply);
  return soap.send(target(more), 'BookPlace', BOOK);
};

it('waits 8 s for a WSDL and 10 s for the response to a message', async () => {
  await open(COURSES);
  const { client } = site ?? {};
  if (!client) throw new Error('There is no site.');
  const limits: string[] = [];
  const soap = createSoap({
    ...client,
    send: (request) => {
      limits.push(`${request.method} ${Math.ceil((request.timeoutMs ?? 0) / 1_000)} s`);
      return client.send(request);
    },
  });
  await soap.send(target(), 'BookPlace', BOOK);
  expect(limits).toEqual(['GET 8 s', 'POST 10 s']);
});

describe('a SOAP response', { timeout: 30_000 }, () => {
  it.each([
    ['an envelope', say(envelope('<ok/>')), false, '200 OK'],
    ['nothing', say('', 202), false, '202 Accepted'],
    [
      'a fault of 1.1',
      say(
        envelope('<s:Fault><faultcode>s:Server</faultcode><faultstring>No\n such course</faultstring></s:Fault>'),
        500,
      ),
      true,
      '500 Internal Server Error · Server: No such course',
    ],
    [
      'a fault of 1.2',
      say(
        '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><e:Fault><e:Code><e:Value>e:Sender</e:Value></e:Code><e:Reason><e:Text xml:lang="en">No</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>',
        400,
      ),
      true,
      '400 Bad Request · Sender: No',
    ],
    [
      'a page',
      say('<!DOCTYPE html><p>Hello'),
      true,
      '200 OK · The response is not SOAP. It has a DOCTYPE, which is not supported.',
    ],
    [
      'laughs',
      say(`<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(99)}">]><a>&b;</a>`),
      true,
      '200 OK · The response is not SOAP. It has a DOCTYPE, which is not supported.',
    ],
    [
      '200,000 levels',
      say('<a>'.repeat(200_000)),
      true,
      '200 OK · The response is not SOAP. It is nested deeper than 100 levels.',
    ],
    [
      'a wrong charset',
      say(Buffer.from([0x3c, 0x61, 0xff, 0x3e]), 200, { 'content-type': 'text/xml; charset=utf-8' }),
      true,
      '200 OK · The response is not SOAP. It declares utf-8 but is not valid utf-8.',
    ],
    ['a redirect', say('', 302, { location: 'http://169.254.169.254/latest/meta-data/' }), true, '302 Found'],
    ['unrequested gzip', say(gzipSync(envelope('<ok/>')), 200, { 'content-encoding': 'gzip' }), false, '200 OK'],
  ])('may be %s: it is shown as text', async (_what, reply, fault, responseMessage) => {
    const sent = await sendBook(reply);
    expect(sent).toMatchObject({ fault, responseMessage });
    expect(site?.got.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('shows binary content as far as possible', async () => {
    const sent = await sendBook(say(Buffer.from([0x61, 0xff, 0x00, 0x3c]), 200));
    expect(sent.response).toBe('a\ufffd\0<');
  });

  it.each([
    [
      'an endless body',
      ((response) => {
        response.writeHead(200, { 'content-type': 'text/xml' });
        const more = (): void =>
          void (response.write(Buffer.alloc(65_536, 'a')) ? setImmediate(more) : response.once('drain', more));
        more();
      }) satisfies Reply,
      'more than 5 MB',
    ],
    [
      'a gzip bomb',
      say(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 200, { 'content-encoding': 'gzip' }),
      'decompressed response has more than 5 MB',
    ],
    ['broken gzip', say('no gzip', 200, { 'content-encoding': 'gzip' }), 'compressed response is corrupt'],
    ['brotli', say('?', 200, { 'content-encoding': 'br' }), 'unsupported compression'],
    ['a broken connection', ((response) => void response.destroy()) satisfies Reply, 'closed the connection'],
  ])('fails with %s', async (_what, reply, message) => {
    await expect(sendBook(reply)).rejects.toMatchObject({
      code: 'target_failed',
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('a service that is silent', { timeout: 60_000 }, () => {
  it('times out without delaying others', async () => {
    site = await openSite(({ host }, response) => {
      if (host !== 'silent.example') say(COURSES)(response, {} as Got);
    });
    const soap = createSoap(site.client);
    const silent = soap.methods(target({ wsdl: 'https://silent.example/?wsdl' }));
    expect(await soap.methods(target({ tenantId: 2 }))).toHaveLength(3);
    await expect(silent).rejects.toMatchObject({
      code: 'target_failed',
      message: 'silent.example does not respond in time.',
    });
  });
});

describe('a WSDL', { timeout: 30_000 }, () => {
  it.each([
    ['a page', '<!DOCTYPE html><p>', 'It has a DOCTYPE'],
    ['other XML', '<rss/>', 'It is not a WSDL.'],
    ['a WSDL 2.0', '<description xmlns="http://www.w3.org/ns/wsdl"/>', 'only 1.1 is supported'],
    ['one without methods', '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>', 'no operation'],
    [
      'one that imports itself endlessly',
      COURSES.replace('<wsdl:types>', '<wsdl:import namespace="a" location="service.wsdl?1"/><wsdl:types>').replaceAll(
        'location="service.wsdl?1"',
        'location="?x=1"',
      ),
      '',
    ],
    [
      'one with a missing binding',
      COURSES.replace('binding="tns:CoursesBinding"', 'binding="tns:Other"'),
      'the binding tns:Other, which it does not have',
    ],
  ])('may be %s', async (_what, document, message) => {
    const { soap } = await open(document);
    const methods = soap.methods(target());
    if (message === '') expect(await methods).toHaveLength(3);
    else
      await expect(methods).rejects.toMatchObject({
        code: 'target_failed',
        message: expect.stringContaining(message) as string,
      });
  });

  it('of more than 60 files is rejected', async () => {
    let count = 0;
    site = await openSite((_got, response) =>
      say(
        `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><import namespace="a" location="/${(count += 1)}"/></definitions>`,
      )(response, _got),
    );
    await expect(createSoap(site.client).methods(target())).rejects.toThrow('more than 60 files');
    expect(count).toBe(60);
  });

  it('with a missing schema still lists all methods, and reports the missing part where it is needed', async () => {
    site = await openSite((got, response) =>
      got.url === '/service.wsdl' ? say(wsdl('15-includes'))(response, got) : say('', 404)(response, got),
    );
    const soap = createSoap(site.client);
    expect(await soap.methods(target())).toHaveLength(1);
    await expect(soap.form(target(), 'Plan')).rejects.toMatchObject({
      code: 'target_failed',
      message: expect.stringMatching(
        /refers to the element Plan of "urn:includes", which it does not have\. .*main\.xsd could not be read/,
      ) as string,
    });
  });

  it('with an infinitely recursive type is reported', async () => {
    const endless = COURSES.replace(
      '<xsd:element name="name" type="xsd:string">',
      '<xsd:element name="again" type="tns:Member"/><xsd:element name="name" type="xsd:string">',
    );
    const { soap } = await open(endless);
    await expect(soap.form(target(), 'BookPlace')).rejects.toThrow('requires itself');
    expect(await soap.form(target(), 'ListCourses')).toHaveLength(5);
  });

  it('with more fields than a form can have omits nested optional ones', async () => {
    const many = Array.from(
      { length: 40 },
      (_, at) => `<xsd:element name="m${at}" type="tns:Member" minOccurs="0"/>`,
    ).join('');
    const wide = COURSES.replace(
      '<xsd:element name="born" type="xsd:date"/>',
      `<xsd:element name="born" type="xsd:date"/>${many}`,
    );
    const { soap } = await open(wide);
    const elements = await soap.form(target(), 'BookPlace');
    expect(elements.length).toBeLessThanOrEqual(600);
    expect(elements.filter(({ required }) => required).map(({ label }) => label)).toEqual([
      'Course id',
      'Name',
      'Born',
    ]);
  });

  it('is read again after a minute and after a failure', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const read = vi.fn(async () => ({ operations: [], schemas: new Map(), size: 1 }) as never);
    const keep = createApiCache(read);
    await keep(target());
    now.mockReturnValue(60_000);
    await keep(target());
    expect(read).toHaveBeenCalledTimes(1);
    now.mockReturnValue(60_001);
    await keep(target());
    expect(read).toHaveBeenCalledTimes(2);
    read.mockRejectedValueOnce(new Error('silent'));
    await expect(keep(target({ tenantId: 2 }))).rejects.toThrow('silent');
    await keep(target({ tenantId: 2 }));
    expect(read).toHaveBeenCalledTimes(4);
    now.mockRestore();
  });

  it('is cached with at most 49 others, of 20 million characters together', async () => {
    let size = 1;
    const read = vi.fn(async () => ({ operations: [], schemas: new Map(), size }) as never);
    const keep = createApiCache(read);
    for (let tenantId = 1; tenantId <= 51; tenantId += 1) await keep(target({ tenantId }));
    await keep(target({ tenantId: 2 }));
    expect(read).toHaveBeenCalledTimes(51);
    await keep(target({ tenantId: 1 }));
    expect(read).toHaveBeenCalledTimes(52);
    size = 20 * 1024 * 1024 + 1;
    for (let times = 0; times < 2; times += 1) await keep(target({ tenantId: 60 }));
    expect(read).toHaveBeenCalledTimes(54);
  });

  it('is cached for a minute per tenant; failed reads are retried', async () => {
    const { soap, got } = await open(COURSES);
    await Promise.all([soap.methods(target()), soap.form(target(), 'Ping'), soap.methods(target())]);
    await soap.send(target(), 'Ping', new Map());
    expect(got.filter(({ method }) => method === 'GET')).toHaveLength(1);
    await soap.methods(target({ tenantId: 2 }));
    expect(got.filter(({ method }) => method === 'GET')).toHaveLength(2);
    for (let times = 0; times < 2; times += 1)
      await expect(soap.form(target(), 'Nothing')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('never reaches an internal address, directly or through an imported file', async () => {
    const inside = await openSite((_got, response) => say(COURSES)(response, _got));
    const guarded = createSoap(
      createSiteClient({
        rules: createAddressRules([]),
        ports: [Number(new URL('http://a:1').port)],
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      }),
    );
    for (const address of [
      'http://127.0.0.1/x',
      'http://[::1]/x',
      'http://169.254.169.254/x',
      'file:///etc/passwd',
      'http://inside.example/x',
      'http://a:b@inside.example/',
    ])
      await expect(guarded.methods(target({ wsdl: address }))).rejects.toMatchObject({ code: 'target_failed' });
    expect(inside.got).toEqual([]);
    inside.close();
  });
});

describe('credentials', { timeout: 30_000 }, () => {
  it('fill the headers that need them, and are masked in the output, even when the response repeats them', async () => {
    const { soap, got } = await open(
      wsdl('11-headers'),
      say(envelope('<a>swim &amp; dive</a>'), 200, { 'set-cookie': 'a=b', 'x-echo': 'swim & dive' }),
    );
    const elements = await soap.form(target({ credentials }), 'Refund');
    expect(elements.find(({ name }) => name === 'header/AuthHeader/Password')).toMatchObject({
      required: false,
      secret: true,
      description: `If empty, the tenant's own: ${MASKED}.`,
    });
    const sent = await soap.send(
      target({ credentials }),
      'Refund',
      new Map([
        ['body/Refund/payment', '1'],
        ['body/Refund/reason', 'rain'],
      ]),
    );
    expect(got.at(-1)?.body).toContain('Username>console</ns1:Username><ns1:Password>swim &amp; dive<');
    expect(sent.request).toContain(`Username>${MASKED}</ns1:Username><ns1:Password>${MASKED}<`);
    expect(JSON.stringify(sent)).not.toContain('swim');
    expect(sent.responseHeaders).toContain(`set-cookie: ${MASKED}`);
  });

  it('are sent as Basic only when the server demands it', async () => {
    const { soap, got } = await open(COURSES, (response, { headers }) =>
      headers.authorization === undefined
        ? say('', 401, { 'www-authenticate': 'Basic realm="a"' })(response, {} as Got)
        : say(envelope('<ok/>'))(response, {} as Got),
    );
    const sent = await soap.send(target({ credentials }), 'Ping', new Map());
    expect(got.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      `Basic ${Buffer.from('console:swim & dive').toString('base64')}`,
    ]);
    expect(sent).toMatchObject({
      responseMessage: '200 OK',
      requestHeaders: expect.stringContaining(`authorization: ${MASKED}`) as string,
    });
    expect((await soap.send(target(), 'Ping', new Map())).responseMessage).toBe('401 Unauthorized');
  });

  it('are not sent over http when the WSDL came over https', async () => {
    const elsewhere = wsdl('11-headers').replace('https://api.example/refunds', 'http://other.example/refunds');
    const { soap, got } = await open(elsewhere);
    const send = soap.send(
      target({ credentials }),
      'Refund',
      new Map([
        ['body/Refund/payment', '1'],
        ['body/Refund/reason', 'rain'],
      ]),
    );
    await expect(send).rejects.toThrow('Credentials are not sent there');
    expect(got.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('are not filled in deep inside a message, nor when none are stored', async () => {
    const { soap } = await open(wsdl('11-headers'));
    const elements = await soap.form(target(), 'Refund');
    expect(elements.map(({ description }) => description)).not.toContain(`If empty, the tenant's own: ${MASKED}.`);
  });
});

describe('a WSDL designed to be slow', { timeout: 30_000 }, () => {
  const withTypes = (types: string): string =>
    COURSES.replace('<xsd:simpleType name="Level">', `${types}<xsd:simpleType name="Level">`);
  const inBook = (type: string, types: string): string =>
    withTypes(types).replace(
      '<xsd:element name="member" type="tns:Member"/>',
      `<xsd:element name="member" type="tns:Member"/><xsd:element name="x" type="tns:${type}" minOccurs="0"/>`,
    );
  const each = (length: number, write: (at: number) => string): string =>
    Array.from({ length }, (_, at) => write(at)).join('');

  it.each([
    [
      'attribute groups that each name the next one twice',
      inBook(
        'X',
        `<xsd:complexType name="X"><xsd:attributeGroup ref="tns:g0"/></xsd:complexType>${each(40, (at) => `<xsd:attributeGroup name="g${at}"><xsd:attributeGroup ref="tns:g${at + 1}"/><xsd:attributeGroup ref="tns:g${at + 1}"/></xsd:attributeGroup>`)}<xsd:attributeGroup name="g40"><xsd:attribute name="end"/></xsd:attributeGroup>`,
      ),
    ],
    [
      'groups that each name the next one twice',
      inBook(
        'X',
        `<xsd:complexType name="X"><xsd:group ref="tns:g0"/></xsd:complexType>${each(30, (at) => `<xsd:group name="g${at}"><xsd:sequence><xsd:group ref="tns:g${at + 1}" minOccurs="0"/><xsd:group ref="tns:g${at + 1}" minOccurs="0"/></xsd:sequence></xsd:group>`)}<xsd:group name="g30"><xsd:sequence/></xsd:group>`,
      ),
    ],
    [
      'unions that each name the next one twice',
      inBook(
        'u0',
        `${each(18, (at) => `<xsd:simpleType name="u${at}"><xsd:union memberTypes="tns:u${at + 1} tns:u${at + 1}"/></xsd:simpleType>`)}<xsd:simpleType name="u18"><xsd:restriction base="xsd:string"><xsd:enumeration value="a"/></xsd:restriction></xsd:simpleType>`,
      ),
    ],
    [
      'types that each hold all others',
      inBook(
        't0',
        each(
          25,
          (at) =>
            `<xsd:complexType name="t${at}"><xsd:sequence>${each(25, (other) => `<xsd:element name="e${other}" type="tns:t${other}" minOccurs="0"/>`)}</xsd:sequence></xsd:complexType>`,
        ),
      ),
    ],
    [
      'abstract elements that stand for each other',
      inBook(
        'X',
        `<xsd:complexType name="X"><xsd:sequence><xsd:element ref="tns:s0" minOccurs="0"/></xsd:sequence></xsd:complexType>${each(4, (at) => `<xsd:element name="s${at}" abstract="true" substitutionGroup="tns:s${(at + 1) % 4}"/><xsd:element name="r${at}" abstract="true" substitutionGroup="tns:s${at}"/>`)}`,
      ),
    ],
    [
      '20,000 values to choose from, in each of 50 fields',
      inBook(
        'X',
        `<xsd:simpleType name="V"><xsd:restriction base="xsd:string">${each(20_000, (at) => `<xsd:enumeration value="${at}"/>`)}</xsd:restriction></xsd:simpleType><xsd:complexType name="X"><xsd:sequence>${each(50, (at) => `<xsd:element name="v${at}" type="tns:V" minOccurs="0"/>`)}</xsd:sequence></xsd:complexType>`,
      ),
    ],
    [
      '30,000 derived types',
      inBook(
        'B',
        `<xsd:complexType name="B" abstract="true"/>${each(30_000, (at) => `<xsd:complexType name="d${at}"><xsd:complexContent><xsd:extension base="tns:${at === 0 ? 'B' : `d${at - 1}`}"/></xsd:complexContent></xsd:complexType>`)}`,
      ),
    ],
  ])('with %s is answered or refused', async (_what, document) => {
    const { soap } = await open(document);
    const form = await soap.form(target(), 'BookPlace').then(
      (elements) => JSON.stringify(elements).length,
      (error: unknown) => (error as { code: string }).code,
    );
    expect(['target_failed', 'number']).toContain(typeof form === 'number' ? 'number' : form);
    if (typeof form === 'number') expect(form).toBeLessThan(2_000_000);
  });

  it('with 20,000 operations of one name yields the first 2,000', async () => {
    const operations = each(
      20_000,
      () => '<wsdl:operation name="Ping"><wsdl:input message="tns:PingIn"/></wsdl:operation>',
    );
    const document = COURSES.replace(
      '<wsdl:portType name="CoursesPort">',
      `<wsdl:portType name="CoursesPort">${operations}`,
    ).replace(
      'transport="http://schemas.xmlsoap.org/soap/http"/>',
      `transport="http://schemas.xmlsoap.org/soap/http"/>${operations}`,
    );
    const { soap } = await open(document);
    const methods = await soap.methods(target());
    expect(new Set(methods.map(({ name }) => name)).size).toBe(2_000);
  });
});

describe('the action of a method', () => {
  it('is a header in SOAP 1.1', async () => {
    const { soap, got } = await open(wsdl('08-rpc-encoded'));
    const values = { 'body/first/id': '2', 'body/first/label': 'b', 'body/note': 'n' };
    await soap.send(target(), 'store', new Map(Object.entries(values)));
    expect(got.at(-1)?.headers['soapaction']).toBe('"urn:encoded#store"');
  });

  it('is part of the content type in SOAP 1.2', async () => {
    const { soap, got } = await open(wsdl('10-soap12'));
    await soap.send(target(), 'GetWater', new Map([['body/GetWater/pool', '10']]));
    expect(got.at(-1)?.headers['content-type']).toBe(
      'application/soap+xml; charset=utf-8; action="http://example.org/weather/GetWater"',
    );
    expect(got.at(-1)?.headers['soapaction']).toBeUndefined();
  });
});
