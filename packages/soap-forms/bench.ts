// Loads WSDLs of twenty styles and builds all their forms, then schemas of 2,000 and 4,000 types. Run: node packages/soap-forms/bench.ts
import { readdirSync } from 'node:fs';
import { compilePlan, formFields, loadWsdl, readOperations } from './src/index.ts';
import { Fixture, WSDLS } from './src/testing/fixtures.ts';

const LIMITS = { ms: 50, growth: 3 };
const ROUNDS = 5;

/** Median duration in ms. */
async function time(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

function report(ok: boolean, text: string): void {
  console.log(`${text}: ${ok ? 'ok' : 'FAILED'}`);
  if (!ok) process.exitCode = 1;
}

async function openForms(folder: string): Promise<number> {
  const fixture = await Fixture.open(folder);
  return fixture.operations.filter(({ name }) => fixture.form(name).length > 0).length;
}

let slowest = { folder: '', ms: 0 };
const folders = readdirSync(WSDLS);
for (const folder of folders) {
  const ms = await time(() => openForms(folder).catch(() => 0));
  if (ms > slowest.ms) slowest = { folder, ms };
}
report(
  slowest.ms <= LIMITS.ms,
  `${folders.length} WSDLs: at most ${slowest.ms.toFixed(1)} ms, for ${slowest.folder} (at most ${LIMITS.ms} ms)`,
);

/** A WSDL whose only operation takes a sequence of `count` types. */
function wideWsdl(count: number): string {
  const types = Array.from(
    { length: count },
    (_, index) =>
      `<s:complexType name="T${index}"><s:sequence><s:element name="v" type="s:string"/></s:sequence></s:complexType>`,
  );
  const parts = Array.from({ length: 50 }, (_, index) => `<s:element name="p${index}" type="t:T${index * 7}"/>`);
  return `<d:definitions xmlns:d="http://schemas.xmlsoap.org/wsdl/" xmlns:p="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<d:types><s:schema targetNamespace="urn:t" elementFormDefault="qualified">${types.join('')}
<s:element name="Go"><s:complexType><s:sequence>${parts.join('')}</s:sequence></s:complexType></s:element></s:schema></d:types>
<d:message name="In"><d:part name="body" element="t:Go"/></d:message>
<d:portType name="Port"><d:operation name="go"><d:input message="t:In"/></d:operation></d:portType>
<d:binding name="B" type="t:Port"><p:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/><d:operation name="go"><p:operation soapAction=""/><d:input><p:body use="literal"/></d:input></d:operation></d:binding>
<d:service name="S"><d:port name="P" binding="t:B"><p:address location="https://api.example/"/></d:port></d:service></d:definitions>`;
}

async function formOf(count: number): Promise<number> {
  const url = 'https://api.example/service.wsdl';
  const text = wideWsdl(count);
  const wsdl = await loadWsdl(url, async () => text);
  const [operation] = readOperations(wsdl, url);
  if (!operation) throw new Error('The WSDL has no operation.');
  return formFields(compilePlan(wsdl.schemas, operation), {}).length;
}

const [half, whole] = [await time(() => formOf(2_000)), await time(() => formOf(4_000))];
const growth = whole / half;
report(
  growth <= LIMITS.growth && (await formOf(4_000)) === 50,
  `2,000 and 4,000 types: ${half.toFixed(0)} and ${whole.toFixed(0)} ms, ${growth.toFixed(1)} x (at most ${LIMITS.growth})`,
);
