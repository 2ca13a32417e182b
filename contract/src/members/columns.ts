/** Error for a column chosen twice [IMP-14]. */
export const duplicateColumn = (name: string): string => `Duplicate column: ${name}`;

/** Shown when a spreadsheet was rejected [IMP-23]. */
export const uploadFailed = (error: string): string => `Error: ${error}`;

/** Shown when a spreadsheet was read [IMP-24]. */
export const membersImported = (count: number): string => `${count} members imported`;

/** Import targets of a spreadsheet column [IMP-16 to IMP-22], in list order; telephones by C-115. */
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

/** Choice for a column that is not imported; '' means the same. */
export const IGNORE = 'Ignore';

/** The one column that may be chosen more than once [IMP-15]. */
export const REPEATABLE_COLUMN = 'Email Address' satisfies ImportableColumn;

/** Notes shown beside the name of a column. */
export const COLUMN_NOTES: Readonly<Partial<Record<ImportableColumn, string>>> = {
  Gender: 'Male, female, non-binary and their abbreviations; other words are kept unchanged',
  'Date of Birth': '31/12/2001, 31 December 2001 or 2001-12-31',
  Postcode: 'Formatted as SW1A 1AA',
  'Dietary Requirements': 'Added before the medical details',
  'Contact Info': 'Added to the notes',
  'Email Address': 'Can be chosen for several columns; the first is the primary address',
  'Home Centre': 'Matched by centre name; unset if there is no match',
};

/** SQL dialects (C-114); the first is the default. */
export const DIALECTS = [
  { value: 'mariadb', label: 'MariaDB' },
  { value: 'postgres', label: 'PostgreSQL' },
] as const;
export type Dialect = (typeof DIALECTS)[number]['value'];

/** Limits of a spreadsheet. */
export const SHEET_LIMITS = {
  /** File size. */
  bytes: 25 * 1024 * 1024,
  rows: 200_000,
  columns: 200,
  /** Characters per cell. */
  cell: 32_767,
} as const;

export function isImportable(name: string): name is ImportableColumn {
  return (IMPORTABLE_COLUMNS as readonly string[]).includes(name);
}
