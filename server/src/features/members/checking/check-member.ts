import { IGNORE, type ImportableColumn } from '@mission-control/contract/members/columns';
import { numberText } from '@mission-control/contract/numbers';
import { FIELDS, LIMITS, type Field, type Filled, type Limit, type Member, type TelephoneKind } from '../member.ts';
import { isStorable } from '../sql/literal.ts';
import { readDate } from './read-date.ts';
import type { Remarks } from './remarks.ts';

const GENDERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    male: 'm male man boy gentleman',
    female: 'f female woman girl lady',
    'non-binary': 'nb nonbinary enby',
    other: 'o x other',
    'prefer not to say': 'pnts prefernottosay notdisclosed undisclosed',
    '': 'u unknown notknown notspecified unspecified none na',
  }).flatMap(([gender, names]) => names.split(' ').map((name) => [name, gender])),
);

/** Normalizes a gender; '' if the text means unknown, undefined if it is not recognised. */
export function tidyGender(text: string): string | undefined {
  return GENDERS.get(text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
}

const UK_POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA|[A-Z]{4}1ZZ)$/;

/** Formats a UK postcode; undefined for anything else. */
export function tidyPostcode(text: string): string | undefined {
  const compact = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  if (/^BFPO\d{1,4}$/.test(compact)) return `BFPO ${compact.slice(4)}`;
  return UK_POSTCODE.test(compact) ? `${compact.slice(0, -3)} ${compact.slice(-3)}` : undefined;
}

/** Why a telephone number looks wrong; undefined if it looks right. */
export function oddTelephone(number: string): string | undefined {
  const digits = number.replaceAll(/\D/g, '').length;
  if (digits < 5 || digits > 20 || !/^[+\d\s()./-]+(?:(?:x|ext\.?) ?\d+)?$/i.test(number))
    return 'does not look like a telephone number';
  return /^[1-9]\d{9}$/.test(number) ? 'may have lost its leading 0' : undefined;
}

/** Splits a cell that may contain several e-mail addresses. */
export const splitEmails = (text: string): string[] => text.split(/[\s;,]+/).filter(Boolean);

/** Letters of any language. Quoted local parts and IP address literals are valid syntax, but not real addresses. */
const EMAIL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?<domain>[^@]+)$/u;
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const MAX_LOCAL_PART_LENGTH = 64;

/** True for an e-mail address with an internet domain. */
export function isEmail(text: string): boolean {
  const domain = EMAIL.exec(text)?.groups?.['domain'];
  if (domain === undefined || text.length > LIMITS.email.characters || text.lastIndexOf('@') > MAX_LOCAL_PART_LENGTH)
    return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

/** Columns stored verbatim, and their fields. */
const TEXTS: Readonly<Partial<Record<ImportableColumn, Field>>> = {
  Title: 'title',
  Pronouns: 'pronouns',
  'First Name': 'first_name',
  'Last Name': 'last_name',
  Address: 'address',
  'Address 1': 'address_1',
  'Address 2': 'address_2',
  'Address 3': 'address_3',
  'Address 4': 'address_4',
  City: 'city',
  County: 'county',
  'Medical Details': 'medical_details',
  Notes: 'notes',
};

const TELEPHONES: Readonly<Partial<Record<ImportableColumn, TelephoneKind>>> = {
  'Home Telephone': 'home',
  'Work Telephone': 'work',
  'Mobile Telephone': 'mobile',
  'Emergency Telephone': 'emergency',
};

/** Columns with their own conversion to a field. */
const OTHERS: Readonly<Partial<Record<ImportableColumn, Field>>> = {
  Gender: 'gender',
  'Date of Birth': 'date_of_birth',
  Postcode: 'postcode',
  'Dietary Requirements': 'medical_details',
  'Contact Info': 'notes',
};

/** A chosen column: its index in the spreadsheet, and what it is imported as. */
export interface Chosen {
  place: number;
  column: ImportableColumn;
}

/** What the chosen columns fill, fields in table order. */
export function filledBy(chosen: readonly Chosen[]): Filled {
  const filled = new Set(chosen.map(({ column }) => TEXTS[column] ?? OTHERS[column]));
  return {
    fields: (Object.keys(FIELDS) as Field[]).filter((field) => filled.has(field)),
    centre: chosen.some(({ column }) => column === 'Home Centre'),
  };
}

/** The chosen columns, without `Ignore` and ''. */
export const chosenColumns = (headers: readonly string[]): Chosen[] =>
  headers.flatMap((name, place) =>
    name === IGNORE || name === '' ? [] : [{ place, column: name as ImportableColumn }],
  );

export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/**
 * Converts a row to a member. Data that would silently be lost or changed is an error; data kept although it looks wrong is a
 * warning (decision 0032).
 * @param today as yyyy-mm-dd
 */
export function checkMember(
  cells: readonly string[],
  row: number,
  { chosen, remarks, today }: { chosen: readonly Chosen[]; remarks: Remarks; today: string },
): Member {
  const member: Member = { fields: {}, telephones: [], emails: [] };
  const additions = { dietary: '', contact: '' };
  for (const { place, column } of chosen) {
    const text = (cells[place] ?? '').trim();
    if (text === '') continue;
    const remark = (level: 'error' | 'warning', what: string) => remarks.add(level, `${column} ${what}`, row, place);
    if (!isStorable(text)) {
      remark('error', 'contains characters that no database can store');
      continue;
    }
    if (HIDDEN.test(text)) remark('warning', 'contains invisible characters');
    fill(member, additions, { column, text, today, remark });
  }
  addTo(member, 'medical_details', additions.dietary, 'before');
  addTo(member, 'notes', additions.contact, 'after');
  for (const field of ['medical_details', 'notes'] as const) {
    const text = member.fields[field];
    const name = field === 'notes' ? 'Notes' : 'Medical Details';
    if (text !== undefined && exceeds(text, FIELDS[field]))
      remarks.add('error', `${name} ${tooLong(FIELDS[field])}`, row, -1);
  }
  if (member.fields.first_name === undefined && member.fields.last_name === undefined)
    remarks.add('error', 'First Name and Last Name are both empty', row, -1);
  return member;
}

/** Invisible characters; tabs and line breaks are allowed. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/;

interface Cell {
  column: ImportableColumn;
  text: string;
  today: string;
  remark(level: 'error' | 'warning', what: string): void;
}

function fill(member: Member, additions: { dietary: string; contact: string }, cell: Cell): void {
  const { column, text } = cell;
  const [field, telephone] = [TEXTS[column], TELEPHONES[column]];
  if (field !== undefined) return fillField(member, field, text, cell);
  if (telephone !== undefined) return fillTelephone(member, telephone, cell);
  if (column === 'Gender')
    return fillField(member, 'gender', tidyGender(text) ?? warned(cell, 'is kept unchanged'), cell);
  if (column === 'Postcode')
    return fillField(member, 'postcode', tidyPostcode(text) ?? warned(cell, 'is not a UK postcode'), cell);
  if (column === 'Date of Birth') return fillDate(member, cell);
  if (column === 'Email Address') return fillEmails(member, cell);
  if (column === 'Dietary Requirements') additions.dietary = `Dietary Requirements: ${text}`;
  if (column === 'Contact Info') additions.contact = `Contact Info: ${text}`;
  if (column !== 'Home Centre') return;
  if (exceeds(text, LIMITS.centre)) cell.remark('error', tooLong(LIMITS.centre));
  else member.centre = text;
}

function warned(cell: Cell, what: string): string {
  cell.remark('warning', what);
  return cell.text;
}

function fillField(member: Member, field: Field, text: string, cell: Cell): void {
  // The two long texts are measured when they are complete.
  if ('characters' in FIELDS[field] && exceeds(text, FIELDS[field])) cell.remark('error', tooLong(FIELDS[field]));
  else if (text !== '') member.fields[field] = text;
}

function fillTelephone(member: Member, kind: TelephoneKind, cell: Cell): void {
  const number = cell.text
    .replaceAll(/\s+/g, ' ')
    // A number that its workbook shows with thousands or decimals.
    .replace(/^(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?$/, (_, whole: string) => whole.replaceAll(',', ''));
  if (exceeds(number, LIMITS.telephone)) return cell.remark('error', tooLong(LIMITS.telephone));
  const odd = oddTelephone(number);
  if (odd !== undefined) cell.remark('warning', odd);
  member.telephones.push({ kind, number });
}

function fillDate(member: Member, { text, today, remark }: Cell): void {
  const read = readDate(text);
  if ('problem' in read)
    return remark(
      'error',
      read.problem === 'short year' ? 'needs a year of four digits' : 'is not a date such as 31/12/2001',
    );
  if (read.date > today) return remark('error', 'is in the future');
  if (Number(today.slice(0, 4)) - Number(read.date.slice(0, 4)) > 120) remark('warning', 'is more than 120 years ago');
  member.fields.date_of_birth = read.date;
}

function fillEmails(member: Member, { text, remark }: Cell): void {
  for (const email of splitEmails(text)) {
    if (!isEmail(email)) remark('error', 'is not an e-mail address');
    else if (!member.emails.some((known) => known.toLowerCase() === email.toLowerCase())) member.emails.push(email);
  }
}

/** Adds a line before or after the text of a field. */
function addTo(member: Member, field: 'medical_details' | 'notes', text: string, place: 'before' | 'after'): void {
  if (text === '') return;
  const lines = [member.fields[field] ?? '', text].filter(Boolean);
  member.fields[field] = (place === 'before' ? lines.toReversed() : lines).join('\n');
}

function exceeds(text: string, limit: Limit): boolean {
  if ('bytes' in limit) return text.length * 3 > limit.bytes && Buffer.byteLength(text) > limit.bytes;
  // Cheap check first: most texts are short.
  return text.length > limit.characters && Array.from(text).length > limit.characters;
}

const tooLong = (limit: Limit): string =>
  'bytes' in limit
    ? `is longer than ${numberText(limit.bytes)} bytes`
    : `is longer than ${limit.characters} characters`;
