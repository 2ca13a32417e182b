import type { ImportedSheet } from '@mission-control/contract/members/schema';

/** Response for an unreadable spreadsheet [IMP-06, IMP-23]. */
export const refusedSheet = (error: string): ImportedSheet => ({
  valid: false,
  header: [],
  members: [],
  output: '',
  error,
  suggested: [],
  count: 0,
  header_row: 0,
});

const MAX_NAME_LENGTH = 80;

/** Name of the SQL file: that of the spreadsheet, in characters that every system accepts [IMP-08]. */
export function outputName(fileName: string): string {
  const base = fileName.replace(/^.*[/\\]/s, '').replace(/\.[^.]{0,10}$/s, '');
  const plain = base
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  // Windows reserves device names, whatever their extension.
  const usable = /^(?:con|prn|aux|nul|com\d|lpt\d)?$/i.test(plain) ? 'members' : plain;
  return `${usable}.sql`;
}
