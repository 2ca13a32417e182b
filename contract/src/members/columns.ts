/** What a column of a spreadsheet can be imported as [IMP-16 to IMP-22], in the order in which it is listed; telephones by C-115. */
export const IMPORTABLE_COLUMNS = [
  'Title',
  'Pronouns',
  'First Name',
  'Last Name',
  'Gender',
  'Date of Birth',
  'Address',
  'Address 1',
  'Address 2',
  'Address 3',
  'Address 4',
  'City',
  'County',
  'Postcode',
  'Medical Details',
  'Dietary Requirements',
  'Contact Info',
  'Home Telephone',
  'Work Telephone',
  'Mobile Telephone',
  'Emergency Telephone',
  'Email Address',
  'Notes',
  'Home Centre',
] as const;
export type ImportableColumn = (typeof IMPORTABLE_COLUMNS)[number];

/** Chosen for a column that is not imported; no choice ('') means the same. */
export const IGNORE = 'Ignore';

/** The one column that may be chosen more than once [IMP-15]. */
export const REPEATABLE_COLUMN = 'Email Address' satisfies ImportableColumn;

/** What there is to know about a column besides its name. */
export const COLUMN_NOTES: Readonly<Partial<Record<ImportableColumn, string>>> = {
  Gender: 'Male, female, non-binary and their short forms; other words are kept as they are',
  'Date of Birth': '31/12/2001, 31 December 2001 or 2001-12-31',
  Postcode: 'Written as SW1A 1AA',
  'Dietary Requirements': 'Goes in front of the medical details',
  'Contact Info': 'Added to the notes',
  'Email Address': 'Several columns may have one; the first is the primary address',
  'Home Centre': 'Matched by the name of the centre; unset if there is no match',
};

/** The databases that the SQL is written for (C-114); the first when none is chosen. */
export const DIALECTS = [
  { value: 'mariadb', label: 'MariaDB' },
  { value: 'postgres', label: 'PostgreSQL' },
] as const;
export type Dialect = (typeof DIALECTS)[number]['value'];

/** What a spreadsheet may have. */
export const SHEET_LIMITS = {
  /** Of the file. */
  bytes: 25 * 1024 * 1024,
  rows: 200_000,
  columns: 200,
  /** Characters of a cell. */
  cell: 32_767,
} as const;

/** Whether a name is that of an importable column. */
export function isImportable(name: string): name is ImportableColumn {
  return (IMPORTABLE_COLUMNS as readonly string[]).includes(name);
}
