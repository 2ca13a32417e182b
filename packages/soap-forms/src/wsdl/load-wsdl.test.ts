import { expect, it } from 'vitest';
import { loadWsdl } from './load-wsdl.ts';

it('takes a file without a namespace only so often', async () => {
  const [schemas, elements] = [300, 1_000];
  const xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
  const including = Array.from(
    { length: schemas },
    (_, at) => `<xs:schema targetNamespace="urn:${at}"><xs:include schemaLocation="part.xsd"/></xs:schema>`,
  );
  const files = new Map([
    [
      'https://api.example/service.wsdl',
      `<d:definitions xmlns:d="http://schemas.xmlsoap.org/wsdl/" ${xs}><d:types>${including.join('')}</d:types></d:definitions>`,
    ],
    [
      'https://api.example/part.xsd',
      `<xs:schema ${xs}>${Array.from({ length: elements }, (_, at) => `<xs:element name="e${at}"/>`).join('')}</xs:schema>`,
    ],
  ]);
  const load = loadWsdl('https://api.example/service.wsdl', async (url) => files.get(url) ?? '');
  await expect(load).rejects.toThrow('The WSDL includes its files too often.');
});
