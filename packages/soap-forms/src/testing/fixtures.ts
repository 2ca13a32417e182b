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
export function fileAt(files: ReadonlyMap<string, string>, url: string): string | undefined {
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

  static async open(folder: string): Promise<Fixture> {
    const files = filesOf(folder);
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
    const operation = this.#find(method);
    const message = buildMessage(compilePlan(this.#schemas, operation), operation.version, values, credentials);
    return writeXml(message.envelope, { masked: false });
  }
}
