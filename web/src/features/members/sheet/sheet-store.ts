import { IGNORE } from '@mission-control/contract/members/columns';
import { suggestMapping } from '@mission-control/contract/members/mapping';
import type { ImportedSheet, ValidateBody, Validated } from '@mission-control/contract/members/schema';
import { visibleText } from '../../../ui/display/visible-text.ts';
import type { Checked, SheetAnswer, SheetAskName, SheetAsks } from './sheet-messages.ts';

type Members = readonly (readonly string[])[];
type Answers = { [Name in SheetAskName]: (ask: SheetAsks[Name]['ask']) => Promise<SheetAsks[Name]['answer']> };

/** Maximum characters of a cell in the table. */
const SHOWN_LENGTH = 160;

/** Holds the members of one spreadsheet and serves the page's requests. */
export function createSheetStore(): Answers {
  let members: Members = [];
  return {
    async read({ answer }) {
      const sheet = await parse<ImportedSheet>(answer);
      members = sheet.members ?? [];
      return sheetOf(sheet);
    },
    rows: ({ from, to }) => Promise.resolve(members.slice(from, to).map((cells) => cells.map(shown))),
    body({ headers, dialect, headerRow }) {
      const sent = { headers, members: withoutIgnored(members, headers), dialect, header_row: headerRow };
      const body = JSON.stringify(sent satisfies Record<keyof ValidateBody, unknown>);
      return Promise.resolve(new Blob([body], { type: 'application/json' }));
    },
    check: async ({ answer }) => checkedOf(await parse<Validated>(answer)),
  };
}

const shown = (text: string): string =>
  visibleText(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);

/**
 * Blanks ignored columns, which need not be sent again. One cell of a row with ignored content only is kept: an empty row is skipped, but
 * this one is an error.
 */
function withoutIgnored(members: Members, headers: readonly string[]): Members {
  const kept = headers.map((header) => header !== IGNORE && header !== '');
  if (kept.every(Boolean)) return members;
  return members.map((cells) => {
    const needed = cells.some((text, at) => kept[at] && text !== '') ? -1 : cells.findIndex((text) => text !== '');
    return cells.map((text, at) => (kept[at] || at === needed ? text : ''));
  });
}

function sheetOf(answer: Partial<ImportedSheet>): SheetAnswer {
  const { valid, error, header = [], members = [], output = '' } = answer;
  if (!valid) return { valid: false, error: error || 'The spreadsheet could not be read.' };
  const mapping = answer.suggested ?? suggestMapping(header);
  return {
    valid: true,
    sheet: {
      header,
      suggested: header.map((_, at) => mapping[at] || IGNORE),
      rows: members.length,
      count: answer.count ?? members.length,
      headerRow: answer.header_row ?? 1,
      output,
    },
  };
}

function checkedOf({
  valid = false,
  sql = '',
  count = 0,
  errors = [],
  warnings = [],
  cells = [],
}: Partial<Validated>): Checked {
  const found = valid && errors.length === 0;
  return {
    valid: found,
    // Posting a Blob to the page does not copy it.
    sql: found ? new Blob([sql], { type: 'application/sql' }) : null,
    count,
    errors,
    warnings,
    cells,
  };
}

/** Parses a response; only the documented keys are certain. */
async function parse<T>(answer: Blob): Promise<Partial<T>> {
  const value: unknown = JSON.parse(await answer.text());
  if (typeof value !== 'object' || value === null) throw new Error('The response of the server could not be read.');
  return value as Partial<T>;
}
