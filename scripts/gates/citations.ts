import { readFileSync } from 'node:fs';
import type { Gate } from './gate.ts';
import { findCitationFaults } from './ledger.ts';
import { isTest, readSources } from './sources.ts';

function readFinishedAreas(): string[] {
  const areas: unknown = JSON.parse(readFileSync('docs/spec/finished-areas.json', 'utf8'));
  if (!Array.isArray(areas)) throw new TypeError('docs/spec/finished-areas.json must be a list of areas');
  return areas.map(String);
}

/** Checks that tests and the requirement ledger agree. */
export const citationsGate: Gate = {
  name: 'citations',
  advice:
    'Correct the row in the test title, or write the test that proves the row and cite it: it("… [AUTH-07]"). Cite only what the test would catch.',
  run: () => {
    const ledger = readFileSync('docs/spec/ledger.md', 'utf8');
    // The tests of this gate deliberately cite rows that do not exist.
    const tests = readSources().filter(({ path }) => isTest(path) && !path.startsWith('scripts/gates/'));
    return findCitationFaults(ledger, readFinishedAreas(), tests);
  },
};
