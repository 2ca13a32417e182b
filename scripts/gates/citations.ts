import { readFileSync } from 'node:fs';
import type { Gate } from './gate.ts';
import { isTest, readSources, type Source } from './sources.ts';

const one = String.raw`[A-Z]{2,5}-\d{2,3}(?:\.\.\d{2,3})?`;
const bracket = new RegExp(String.raw`\[${one}(?:,\s*${one})*\]`, 'g');

/** Ids of the rows in the ledger's tables, such as `AUTH-07`. */
function readLedgerRows(ledger: string): Set<string> {
  return new Set([...ledger.matchAll(/^\| ([A-Z]{2,5}-\d{2,3}) \|/gm)].flatMap(([, row]) => (row ? [row] : [])));
}

/** Rows cited in brackets, with ranges expanded. */
function citedRows(text: string): string[] {
  return [...text.matchAll(bracket)].flatMap(([citation]) =>
    [...citation.matchAll(/([A-Z]{2,5})-(\d{2,3})(?:\.\.(\d{2,3}))?/g)].flatMap(([, area = '', from = '', to = from]) =>
      Array.from(
        { length: Math.max(0, Number(to) - Number(from) + 1) },
        (_, index) => `${area}-${String(Number(from) + index).padStart(2, '0')}`,
      ),
    ),
  );
}

/**
 * Rows that tests cite in square brackets: `[TLS-37]`, `[TLS-37, TLS-38]` or a range `[TLS-37..39]`.
 * Returns each row with the first file that cites it.
 */
export function readCitations(tests: readonly Source[]): Map<string, string> {
  const cited = new Map<string, string>();
  for (const { path, text } of tests) {
    for (const row of citedRows(text)) if (!cited.has(row)) cited.set(row, path);
  }
  return cited;
}

/** Mismatches between ledger and tests: citations of missing rows, and rows of finished areas without a test. */
export function findCitationFaults(
  ledger: string,
  finishedAreas: readonly string[],
  tests: readonly Source[],
): string[] {
  const rows = readLedgerRows(ledger);
  const cited = readCitations(tests);
  const unknown = [...cited]
    .filter(([row]) => !rows.has(row))
    .map(([row, path]) => `${path} cites ${row}, which is not a row of docs/spec/ledger.md`);
  const uncited = [...rows]
    .filter((row) => finishedAreas.includes(row.replace(/-\d+$/, '')) && !cited.has(row))
    .map((row) => `${row} belongs to a finished area and no test cites it`);
  const unknownAreas = finishedAreas
    .filter((area) => ![...rows].some((row) => row.startsWith(`${area}-`)))
    .map((area) => `docs/spec/finished-areas.json names ${area}, which is not an area of the ledger`);
  return [...unknown, ...uncited, ...unknownAreas];
}

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
