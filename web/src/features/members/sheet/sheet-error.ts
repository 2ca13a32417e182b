/** The spreadsheet is none, or cannot be worked with; the message is for the person. */
export class SheetError extends Error {}
