import { MASKED } from '@mission-control/contract/soap/rules';
import { filesOf } from '@mission-control/soap-forms/testing/fixtures';
import { expect, it, onTestFinished } from 'vitest';
import { createSoap } from './site-driver.ts';
import { openSite } from './testing/wsdl-site.ts';

const field = (name: string): string => `<xsd:element name="${name}" type="xsd:string" minOccurs="0"/>`;
const WSDL = (filesOf('01-wrapped').get('service.wsdl') ?? '')
  .replaceAll('Ping', 'Login')
  .replace(
    '<xsd:complexType/>',
    `<xsd:complexType><xsd:sequence>${field('username')}${field('password')}</xsd:sequence></xsd:complexType>`,
  )
  .replace('<xsd:element name="centreId"', `${field('sessionId')}<xsd:element name="centreId"`);
const target = {
  tenantId: 1,
  wsdl: 'https://api.example/service.wsdl',
  credentials: { username: 'console', password: 'swimming' },
};

/** An API whose login answers with these sessions, and repeats the last one in a header. */
async function opening(sessions: string[]) {
  const leaves = sessions.map((id) => `<sessionId>${id}</sessionId>`).join('');
  const reply = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><r>${leaves}</r></s:Body></s:Envelope>`;
  const site = await openSite(({ method }, response) => {
    response.writeHead(200, { 'content-type': 'text/xml', 'x-echo': sessions.at(-1)?.slice(0, 100) ?? '' });
    response.end(method === 'GET' ? WSDL : reply);
  });
  onTestFinished(site.close);
  return { soap: createSoap(site.client), got: site.got };
}

it('masks up to 20 sessions in the response of a login, and does not show a response with more', async () => {
  const ids = Array.from({ length: 21 }, (_, at) => `opened-${at}`);
  const few = await (await opening([...ids.slice(1), ...ids.slice(1)])).soap.send(target, 'Login', new Map());
  expect(few.response).toContain(`<sessionId>${MASKED}</sessionId>`);
  const many = await (await opening(ids)).soap.send(target, 'Login', new Map());
  expect(few.responseHeaders).toContain(`x-echo: ${MASKED}`);
  expect(many).toMatchObject({ fault: false, responseMessage: '200 OK', responseHeaders: 'HTTP/1.1 200 OK' });
  expect(many.response).toMatch(/^The response is not shown/);
  expect(JSON.stringify([few, many])).not.toContain('opened-');
});

it('neither shows nor uses a session of more than 10,000 characters', async () => {
  const { soap, got } = await opening(['a'.repeat(10_001)]);
  const shown = await soap.send(target, 'Login', new Map());
  expect(shown.response).toMatch(/^The response is not shown/);
  expect(JSON.stringify(shown)).not.toContain('aaa');
  const values = { 'body/ListCourses/centreId': '1', 'body/ListCourses/onlyFree': 'true' };
  await expect(soap.send(target, 'ListCourses', new Map(Object.entries(values)))).rejects.toMatchObject({
    code: 'target_failed',
    message: 'The session of Login has more than 10,000 characters.',
  });
  expect(got.filter(({ body }) => body.includes('ListCourses'))).toEqual([]);
});
