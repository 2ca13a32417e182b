import { expect, it } from 'vitest';
import { findCitationFaults, readCitations } from './citations.ts';

const ledger = '| ID | Requirement |\n|---|---|\n| AUTH-01 | a |\n| AUTH-02 | b |\n| TLS-01 | c |\n';
const test = (text: string) => [{ path: 'a.test.ts', text }];

it('reads single citations, lists and ranges', () => {
  const cited = readCitations(test("it('signs in [AUTH-01]'); it('x [TLS-07, TLS-09]'); it('y [CFG-02..04]')"));
  expect([...cited.keys()]).toEqual(['AUTH-01', 'TLS-07', 'TLS-09', 'CFG-02', 'CFG-03', 'CFG-04']);
});

it('ignores text outside of brackets', () => {
  expect(readCitations(test("it('hashes with SHA-256 in UTF-16'); const a = x['B-01'];")).size).toBe(0);
});

it('reports a citation of a missing row, with its file', () => {
  const faults = findCitationFaults(ledger, [], test("it('x [AUTH-03]')"));
  expect(faults).toEqual(['a.test.ts cites AUTH-03, which is not a row of docs/spec/ledger.md']);
});

it('reports uncited rows of finished areas only', () => {
  const faults = findCitationFaults(ledger, ['AUTH'], test("it('x [AUTH-02]')"));
  expect(faults).toEqual(['AUTH-01 belongs to a finished area and no test cites it']);
});

it('rejects a finished area that is not in the ledger', () => {
  expect(findCitationFaults(ledger, ['NOPE'], [])).toHaveLength(1);
});
