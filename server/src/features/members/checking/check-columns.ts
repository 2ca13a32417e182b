import { IGNORE, isImportable } from '@mission-control/contract/members/columns';
import { duplicateColumns } from '@mission-control/contract/members/mapping';
import { duplicateColumn } from '@mission-control/contract/members/wording';

/** What is wrong with the choice of columns, one sentence each [IMP-14]. */
export function faultsOfColumns(headers: readonly string[]): string[] {
  const unknown = headers.filter((name) => name !== '' && name !== IGNORE && !isImportable(name));
  if (unknown.length > 0) return [`Columns that cannot be imported: ${unknown.length}. Choose others, or ${IGNORE}.`];
  const duplicates = duplicateColumns(headers).map(duplicateColumn);
  const named = headers.some((name) => name === 'First Name' || name === 'Last Name');
  return named ? duplicates : [...duplicates, 'Choose which column is the First Name or the Last Name.'];
}
