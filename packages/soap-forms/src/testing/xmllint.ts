import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { filesOf, WSDLS } from './fixtures.ts';

const SCHEMAS = fileURLToPath(new URL('schemas', import.meta.url));
const run = promisify(execFile);

/** Validates requests with xmllint against the schemas of a fixture, extracted from the WSDL without the reader under test. */
export interface Validator {
  /** @returns the output of xmllint for invalid requests; '' when all are valid */
  faults(requests: readonly string[]): Promise<string>;
  close(): void;
}

/** Why xmllint cannot be used; undefined when it can. */
export function xmllintUnavailableReason(): string | undefined {
  return spawnSync('xmllint', ['--version']).error ? 'xmllint is missing (libxml2-utils)' : undefined;
}

/** An extracted schema file and its namespace. */
interface Found {
  file: string;
  target: string;
}

/**
 * Writes a schema of complete envelopes. A fixture's `own.xsd` replaces the schemas of its WSDL, because XSD cannot express SOAP's
 * encoding; `rpc.xsd` adds the wrappers of rpc style.
 */
export function createValidator(folder: string): Validator {
  const place = mkdtempSync(join(tmpdir(), 'mc-soap-'));
  cpSync(SCHEMAS, place, { recursive: true });
  cpSync(join(WSDLS, folder), place, { recursive: true });
  const files = filesOf(folder);
  for (const [name, text] of files)
    if (name.endsWith('.xsd')) writeFileSync(join(place, name), withLocalFileNames(text));
  const found: Found[] = files.has('own.xsd')
    ? [{ file: 'own.xsd', target: targetOf(files.get('own.xsd') ?? '') }]
    : [...files].flatMap(([name, text]) => (name.endsWith('.wsdl') ? extractSchemas(place, name, text) : []));
  const rpc = files.get('rpc.xsd');
  if (rpc !== undefined) found.push({ file: 'rpc.xsd', target: targetOf(rpc) });
  writeCombinedSchema(place, found);
  let count = 0;
  return {
    faults: async (requests) => {
      const names = requests.map((request) => {
        const name = `request-${(count += 1)}.xml`;
        writeFileSync(join(place, name), request);
        return name;
      });
      return run('xmllint', ['--nonet', '--noout', '--schema', 'whole.xsd', ...names], { cwd: place }).then(
        () => '',
        (error: unknown) => (error as { stderr: string }).stderr.replaceAll(/^.* validates\n/gm, ''),
      );
    },
    close: () => rmSync(place, { recursive: true, force: true }),
  };
}

const targetOf = (text: string): string => /\stargetNamespace="([^"]*)"/.exec(text)?.[1] ?? '';
/** Rewrites `service?xsd=data.xsd` to a local file name. */
const withLocalFileNames = (text: string): string =>
  text.replaceAll(/schemaLocation="[^"]*\?xsd=([^"]+)"/g, 'schemaLocation="$1"');

/** Writes each schema of a WSDL to a file, with the prefixes in scope. */
function extractSchemas(place: string, name: string, text: string): Found[] {
  const around = [...(/<(?:\w+:)?definitions\b[^>]*>/.exec(text)?.[0] ?? '').matchAll(/xmlns:([\w-]+)="[^"]*"/g)];
  return [...text.matchAll(/<((?:\w+:)?schema)\b[^>]*>[\s\S]*?<\/\1>/g)].map(([schema], at) => {
    const [head = ''] = /^<[^>]*/.exec(schema) ?? [];
    const missing = around.filter(([, prefix]) => !head.includes(`xmlns:${prefix}=`)).map(([declared]) => declared);
    const file = join(dirname(name), `taken-${name.replaceAll(/\W/g, '-')}-${at}.xsd`);
    writeFileSync(
      join(place, file),
      withLocalFileNames(schema.replace(/^<[\w:]+/, (tag) => `${tag} ${missing.join(' ')}`)),
    );
    return { file, target: targetOf(head) };
  });
}

/** Writes one schema that imports a file per namespace, because xmllint takes only one. */
function writeCombinedSchema(place: string, found: readonly Found[]): void {
  const targets = [...new Set(found.map(({ target }) => target))].filter((target) => target !== '');
  const imports = targets.map((target, at) => {
    const parts = found
      .filter((one) => one.target === target)
      .map(({ file }) => `<xs:include schemaLocation="${file}"/>`);
    const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${target}">${parts.join('')}</xs:schema>`;
    writeFileSync(join(place, `space-${at}.xsd`), text);
    return `<xs:import namespace="${target}" schemaLocation="space-${at}.xsd"/>`;
  });
  const envelopes = [
    ['1.1', 'http://schemas.xmlsoap.org/soap/envelope/'],
    ['1.2', 'http://www.w3.org/2003/05/soap-envelope'],
  ].map(([version, uri]) => `<xs:import namespace="${uri}" schemaLocation="envelope-${version}.xsd"/>`);
  writeFileSync(
    join(place, 'whole.xsd'),
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${envelopes.join('')}${imports.join('')}</xs:schema>`,
  );
}
