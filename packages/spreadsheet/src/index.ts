export { LIMITS } from './limits.ts';
export { readRows, readSheet } from './read-sheet.ts';
export { SheetError, tooLarge } from './sheet-error.ts';
