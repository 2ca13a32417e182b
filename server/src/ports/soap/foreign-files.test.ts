import { filesOf } from '@mission-control/soap-forms/testing/fixtures';
import { expect, it, onTestFinished } from 'vitest';
import { createSoap } from './site-driver.ts';
import { openSite } from './testing/wsdl-site.ts';

const WSDL = filesOf('01-wrapped').get('service.wsdl') ?? '';
const importing = (location: string): string =>
  WSDL.replace('<wsdl:types>', `<wsdl:import namespace="a" location="${location}"/><wsdl:types>`);
const EMPTY = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>';
const target = {
  tenantId: 1,
  wsdl: 'https://api.example/service.wsdl',
  credentials: { username: 'console', password: 'swimming' },
};

/** An API that demands credentials for the file at this address. */
async function demanding(location: string) {
  const site = await openSite(({ url, headers }, response) => {
    const isImported = url !== '/service.wsdl';
    const isRefused = isImported && headers.authorization === undefined;
    response.writeHead(isRefused ? 401 : 200, { 'content-type': 'text/xml', 'www-authenticate': 'Basic realm="a"' });
    response.end(isImported ? EMPTY : importing(location));
  });
  onTestFinished(site.close);
  return { soap: createSoap(site.client), got: site.got };
}

it('gives the credentials to imported files on the host of the WSDL', async () => {
  const { soap } = await demanding('https://api.example/more.wsdl');
  expect(await soap.methods(target)).not.toEqual([]);
});

it('gives no credentials to other hosts, which the WSDL only refers to', async () => {
  const { soap, got } = await demanding('https://other.example/more.wsdl');
  await expect(soap.methods(target)).rejects.toThrow('answered with 401 Unauthorized');
  expect(got.map(({ host, headers }) => [host, headers.authorization])).toEqual([
    ['api.example', undefined],
    ['other.example', undefined],
  ]);
});

it('gives the credentials to an API that the WSDL has on another host', async () => {
  const elsewhere = WSDL.replace('https://api.example/soap', 'https://other.example/soap');
  const { client, got, close } = await openSite(({ method, headers }, response) => {
    const isRefused = method === 'POST' && headers.authorization === undefined;
    response.writeHead(isRefused ? 401 : 200, { 'content-type': 'text/xml', 'www-authenticate': 'Basic realm="a"' });
    response.end(method === 'GET' ? elsewhere : '');
  });
  onTestFinished(close);
  await createSoap(client).send(target, 'Ping', new Map());
  expect(got.map(({ host, headers }) => [host, headers.authorization])).toEqual([
    ['api.example', undefined],
    ['other.example', undefined],
    ['other.example', `Basic ${Buffer.from('console:swimming').toString('base64')}`],
  ]);
});
