import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { fillForm, sampleValue, type Filling } from './testing/fill-form.ts';
import { Fixture, WSDLS } from './testing/fixtures.ts';
import { createValidator, xmllintUnavailableReason } from './testing/xmllint.ts';

/** All operations of each fixture, listed by hand. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  '01-wrapped': ['ListCourses', 'BookPlace', 'Ping'],
  '02-bare': ['place', 'cancel'],
  '03-unqualified': ['find'],
  '04-asmx': ['SaveMembers', 'CountMembers'],
  '05-several-files': ['FindBookings', 'Confirm'],
  '06-rpc-literal': ['add', 'say', 'now'],
  '07-rpc-structs': ['enrol'],
  '08-rpc-encoded': ['store', 'total'],
  '09-rpc-encoded-nested': ['save'],
  '10-soap12': ['GetWater'],
  '11-headers': ['Refund'],
  '12-choices': ['Pay', 'Find', 'Search'],
  '13-inheritance': ['AddPlace', 'AddPool', 'AddSmall'],
  '14-simple-types': ['Save'],
  '15-includes': ['Plan'],
  '16-substitution': ['ReportOne', 'ReportMany'],
  '17-recursive': ['SaveGroup', 'Filter'],
  '18-groups': ['Update'],
  '19-many-ports': ['get', 'CoursePort.get', 'MemberPort.get'],
  '20-odd-ends': ['upload', 'both', 'loose', 'none', 'twice', 'tenant_id'],
};
/** Values for patterns, which a form describes only in words. */
const PATTERNS: Readonly<Record<string, string>> = {
  'body/SaveMembers/batch': '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  'body/Save/pin': '0420',
};
const value: Filling['value'] = (element, name) => PATTERNS[name] ?? sampleValue(element);
const RANDOM_FORMS = 12;

const missing = xmllintUnavailableReason();
it('has xmllint where peers are required', () => {
  expect(missing !== undefined && process.env['REQUIRE_PEERS'] === '1').toBe(false);
});

const validators: { close(): void }[] = [];
afterAll(() => validators.forEach((one) => one.close()));

describe('twenty WSDLs of different styles', { timeout: 120_000 }, () => {
  it('are all listed', () => {
    expect(Object.keys(OPERATIONS)).toHaveLength(20);
    expect(readdirSync(WSDLS).toSorted()).toEqual(Object.keys(OPERATIONS));
  });

  it.skipIf(missing).each(Object.entries(OPERATIONS))(
    '%s lists all its operations, and their requests are valid: empty, full and random [SOAP-04] [SOAP-05]',
    async (folder, names) => {
      const [fixture, validator] = [await Fixture.open(folder), createValidator(folder)];
      validators.push(validator);
      expect(fixture.operations.map(({ name }) => name)).toEqual(names);
      const requests: string[] = [];
      const write = (method: string, filling: Filling): void =>
        void requests.push(fixture.request(method, fillForm(fixture.form(method), filling)));
      for (const name of names) {
        write(name, { fills: () => false, number: () => 0, value });
        write(name, { fills: () => true, number: (end) => end - 1, value });
        fc.assert(
          fc.property(fc.infiniteStream(fc.nat()), (stream) => {
            const number = (end: number): number => Number(stream.next().value) % end;
            write(name, { fills: () => number(2) === 1, number, value });
          }),
          { numRuns: RANDOM_FORMS },
        );
      }
      expect(requests).toHaveLength(names.length * (2 + RANDOM_FORMS));
      expect(await validator.faults(requests)).toBe('');
    },
  );
});
