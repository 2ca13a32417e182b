/** Refuses a column that was chosen twice [IMP-14]. */
export const duplicateColumn = (name: string): string => `Duplicate column: ${name}`;

/** Told when a spreadsheet was refused [IMP-23]. */
export const uploadFailed = (error: string): string => `Error: ${error}`;

/** Told when a spreadsheet was read [IMP-24]. */
export const membersImported = (count: number): string => `${count} members imported`;
