import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildMessage,
  compilePlan,
  formFields,
  loadWsdl,
  readOperations,
  writeXml,
  type Credentials,
  type Message,
  type Operation,
  type SchemaSet,
} from '../index.ts';

/** Folder of the fixtures, one WSDL style each. */
export const WSDLS = fileURLToPath(new URL('wsdls', import.meta.url));

/** Files of a fixture by relative path. */
export function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(join(WSDLS, folder), { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => /\.(wsdl|xsd)$/.test(name))
      .map((name) => [name, readFileSync(join(WSDLS, folder, name), 'utf8')]),
  );
}

/** A file of a fixture by its URL: its path, or a query as in WCF. */
function fileAt(files: ReadonlyMap<string, string>, url: string): string | undefined {
  const asked = /[?&](?:xsd|wsdl)=(.+)$/.exec(url)?.[1] ?? new URL(url, 'https://api.example').pathname.slice(1);
  return files.get(asked);
}

const URL_OF_FIXTURE = 'https://api.example/service.wsdl';

/** A loaded fixture. */
export class Fixture {
  readonly operations: Operation[];
  readonly #schemas: SchemaSet;

  private constructor(operations: Operation[], schemas: SchemaSet) {
    this.operations = operations;
    this.#schemas = schemas;
  }

  static open(folder: string): Promise<Fixture> {
    return Fixture.of(filesOf(folder));
  }

  /** A WSDL whose operation `op` takes an element `Req` with these particles. */
  static taking(particles: string): Promise<Fixture> {
    const text = `<d:definitions xmlns:d="http://schemas.xmlsoap.org/wsdl/" xmlns:p="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<d:types><xs:schema targetNamespace="urn:t"><xs:element name="Req"><xs:complexType><xs:sequence>${particles}</xs:sequence></xs:complexType></xs:element></xs:schema></d:types>
<d:message name="In"><d:part name="body" element="t:Req"/></d:message>
<d:portType name="Port"><d:operation name="op"><d:input message="t:In"/></d:operation></d:portType>
<d:binding name="B" type="t:Port"><p:binding transport="http://schemas.xmlsoap.org/soap/http"/><d:operation name="op"><p:operation soapAction=""/><d:input><p:body use="literal"/></d:input></d:operation></d:binding>
<d:service name="S"><d:port name="P" binding="t:B"><p:address location="https://api.example/"/></d:port></d:service></d:definitions>`;
    return Fixture.of(new Map([['service.wsdl', text]]));
  }

  static async of(files: ReadonlyMap<string, string>): Promise<Fixture> {
    const wsdl = await loadWsdl(URL_OF_FIXTURE, async (url) => {
      const text = fileAt(files, url);
      if (text === undefined) throw new Error('404');
      return text;
    });
    return new Fixture(readOperations(wsdl, URL_OF_FIXTURE), wsdl.schemas);
  }

  #find(method: string): Operation {
    const operation = this.operations.find(({ name }) => name === method);
    if (!operation) throw new Error(`There is no ${method}.`);
    return operation;
  }

  form(method: string) {
    return formFields(compilePlan(this.#schemas, this.#find(method)), {});
  }

  /** Builds the request from these values. @throws FormError */
  request(method: string, values: ReadonlyMap<string, string>, credentials: Credentials = {}): string {
    return writeXml(this.message(method, values, credentials).envelope, { masked: false });
  }

  message(method: string, values: ReadonlyMap<string, string>, credentials: Credentials = {}): Message {
    const operation = this.#find(method);
    return buildMessage(compilePlan(this.#schemas, operation), operation.version, values, credentials);
  }
}
