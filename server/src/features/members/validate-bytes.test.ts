import { describe, expect, it } from 'vitest';
import { sqlOf, validated } from './testing/validated.ts';

const NAMES = ['First Name', 'Last Name'];
/** Errors and warnings for a member with one additional cell. */
const remarksOf = (column: string, cell: string) => {
  const { valid, errors, warnings } = validated({ headers: [...NAMES, column], members: [['Ann', 'Oak', cell]] });
  return { valid, texts: [...errors, ...warnings] };
};

describe('columns', () => {
  it('that are chosen twice are errors, without SQL [IMP-14]', () => {
    const answer = validated({ headers: ['First Name', 'First Name', 'Notes'], members: [['Ann', 'Bea', '']] });
    expect(answer).toMatchObject({ valid: false, sql: '', count: 0, errors: ['Duplicate column: First Name'] });
  });

  it('may include several e-mail addresses, ignored and unchosen ones [IMP-15]', () => {
    const headers = ['First Name', 'Email Address', 'Email Address', 'Ignore', 'Ignore', '', ''];
    const members = [['Ann', 'a@x.org', 'b@x.org', '1', '2', '3', '4']];
    expect(sqlOf({ headers, members })).toMatch(/'a@x\.org', TRUE\),\n.*'b@x\.org', FALSE/);
  });

  it('must be importable, with a name among them', () => {
    expect(validated({ headers: ['Shoe size', 'First Name'], members: [['9', 'Ann']] }).errors).toEqual([
      'Columns that cannot be imported: 1. Choose others, or Ignore.',
    ]);
    expect(validated({ headers: ['Notes'], members: [['x']] }).errors).toEqual([
      'Choose which column is the First Name or the Last Name.',
    ]);
  });
});

describe('the SQL', () => {
  const sqlWith = (columns: Record<string, string>) =>
    sqlOf({ headers: ['First Name', ...Object.keys(columns)], members: [['Ann', ...Object.values(columns)]] });

  it('has dietary requirements before the medical details [IMP-18]', () => {
    const sql = sqlWith({ 'Medical Details': 'Asthma', 'Dietary Requirements': 'No nuts' });
    expect(sql).toContain("'Dietary Requirements: No nuts\nAsthma'");
    expect(sqlWith({ 'Dietary Requirements': 'No nuts' })).toContain(
      "medical_details) VALUES\n  ('Ann', 'Dietary Requirements: No nuts')",
    );
  });

  it('has the contact info after the notes [IMP-19]', () => {
    expect(sqlWith({ 'Contact Info': 'Mum: Bea', Notes: 'Swims' })).toContain("'Swims\nContact Info: Mum: Bea'");
  });

  it('has the first e-mail address of a member as the primary one [IMP-21]', () => {
    const headers = ['First Name', 'Email Address', 'Email Address'];
    const sql = sqlOf({
      headers,
      members: [
        ['Ann', '', 'only@x.org'],
        ['Bea', 'a@x.org; b@x.org', 'A@x.org'],
      ],
    });
    const rows = /member_emails[^;]*;/.exec(sql)?.[0].match(/'[^']*', (?:TRUE|FALSE)/g);
    expect(rows).toEqual(["'only@x.org', TRUE", "'a@x.org', TRUE", "'b@x.org', FALSE"]);
  });

  it('looks up the home centre by name [IMP-22]', () => {
    expect(sqlWith({ 'Home Centre': "Queen's" })).toContain("WHERE LOWER(name) = LOWER('Queen''s')");
  });

  it('names chosen database columns only, and has nothing of the sheet in comments', () => {
    const sql = sqlWith({ City: 'Leeds -- */ x' });
    expect(sql).toContain('INSERT INTO members (first_name, city) VALUES');
    expect(
      sql
        .split('\n')
        .filter((line) => line.startsWith('--'))
        .join(),
    ).not.toMatch(/Ann|Leeds/);
  });

  it('is one transaction, for the chosen database', () => {
    const body = { headers: ['First Name'], members: [['Ann']] };
    expect(sqlOf(body)).toMatch(/\nSTART TRANSACTION;\n[^]*\nCOMMIT;\n/);
    expect(sqlOf({ ...body, dialect: 'postgres' })).toMatch(/\nBEGIN;\n[^]*\nCOMMIT;\n$/);
  });

  it('skips empty rows', () => {
    const answer = validated({ headers: NAMES, members: [['Ann', ''], ['', ' '], [], ['Bea']] });
    expect(answer).toMatchObject({ valid: true, count: 2, errors: [], warnings: [] });
    expect(validated({ headers: NAMES, members: [['', '']] }).errors).toEqual(['There are no members.']);
  });
});

describe('a cell', () => {
  it.each([
    ['Date of Birth', '12/31/2001', 'Date of Birth is not a date such as 31/12/2001: row 2.'],
    ['Date of Birth', '31/12/01', 'Date of Birth needs a year of four digits: row 2.'],
    ['Date of Birth', '22/11/2026', 'Date of Birth is in the future: row 2.'],
    ['Email Address', 'none', 'Email Address is not an e-mail address: row 2.'],
    ['Title', 'x'.repeat(51), 'Title is longer than 50 characters: row 2.'],
    ['Work Telephone', '1'.repeat(51), 'Work Telephone is longer than 50 characters: row 2.'],
    ['Home Centre', 'x'.repeat(201), 'Home Centre is longer than 200 characters: row 2.'],
    ['Notes', 'é'.repeat(32_768), 'Notes is longer than 65,535 bytes: row 2.'],
    ['City', 'a\0b', 'City contains characters that no database can store: row 2.'],
    ['City', '\ud83d', 'City contains characters that no database can store: row 2.'],
  ])('%s that would silently be lost or changed is an error', (column, cell, text) => {
    expect(remarksOf(column, cell)).toEqual({ valid: false, texts: [text] });
  });

  it.each([
    ['Gender', 'agender', 'Gender is kept unchanged: row 2.'],
    ['Postcode', '90210', 'Postcode is not a UK postcode: row 2.'],
    ['Home Telephone', 'ask', 'Home Telephone does not look like a telephone number: row 2.'],
    ['Date of Birth', '1/1/1899', 'Date of Birth is more than 120 years ago: row 2.'],
    ['City', 'a\u202eb', 'City contains invisible characters: row 2.'],
  ])('%s that is kept although it looks wrong is a warning', (column, cell, text) => {
    expect(remarksOf(column, cell)).toEqual({ valid: true, texts: [text] });
  });

  it('is measured in code points, as in databases', () => {
    expect(remarksOf('Title', '😀'.repeat(50))).toEqual({ valid: true, texts: [] });
  });
});

describe('errors and warnings', () => {
  it('names rows by sheet number and counts the rest, without content of the sheet', () => {
    const members = Array.from({ length: 2_000 }, (_, row) => ['Secret', row === 3 ? '' : 'canary']);
    const { errors, cells } = validated({ headers: ['First Name', 'Date of Birth'], members, header_row: 4 });
    expect(errors).toEqual(['Date of Birth is not a date such as 31/12/2001: rows 5, 6, 7, 9, 10 and 1,994 more.']);
    expect(cells).toHaveLength(1_000);
    expect(cells[3]).toEqual({
      level: 'error',
      row: 4,
      column: 1,
      message: 'Date of Birth is not a date such as 31/12/2001.',
    });
  });

  it('lists errors first, and rows without a name', () => {
    const { cells } = validated({
      headers: ['First Name', 'Postcode'],
      members: [
        ['Ann', '9'],
        ['', 'M1 1AE'],
      ],
    });
    expect(cells.map(({ level, row, column }) => [level, row, column])).toEqual([
      ['error', 1, -1],
      ['warning', 0, 1],
    ]);
  });

  it('lists repeated members', () => {
    const members = [
      ['Ann', '1/2/2001'],
      ['ann', '2001-02-01'],
      ['Ann', ''],
      ['Ann', ''],
    ];
    expect(validated({ headers: ['First Name', 'Date of Birth'], members }).warnings).toEqual([
      'A row has the name and the date of birth of a row above: row 3.',
    ]);
  });
});

describe('a body', () => {
  it.each([
    [{ headers: NAMES }, /lacks members/],
    [{ headers: NAMES, members: [['a', 'b', 'c']] }, /members\.0 is wider than headers/],
    [{ headers: NAMES, members: [['a', 1]] }, /members\.0 is not a list of texts/],
    [{ headers: NAMES, members: ['a'] }, /members\.0 is not a list of texts/],
    [{ headers: 'First Name', members: [] }, /headers/],
    [{ headers: NAMES, members: [], dialect: 'oracle' }, /dialect/],
    [{ headers: NAMES, members: [], more: 1 }, /more/],
    [{ headers: NAMES, members: Array<[]>(200_001).fill([]) }, /more than 200,000 rows/],
  ])('is refused if malformed %#', (body, message) => {
    expect(() => validated(body as never)).toThrow(message);
  });
});
