/** Why a spreadsheet cannot be read. The message is shown to the user and says what to do. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
}

/** The file violates its format. `what`: the technical reason, in a few words. */
export const damaged = (what: string, cause?: unknown): SheetError =>
  new SheetError(
    `The spreadsheet is damaged (${what}): open it in Excel or LibreOffice, save it again and upload that`,
    {
      cause,
    },
  );

/** The file exceeds a size limit. */
export const tooLarge = (what: string): SheetError =>
  new SheetError(`The spreadsheet is too large: ${what}. Split it and import the parts separately`);

/** The file looks like an attack or a broken export rather than a sheet. */
export const refused = (what: string): SheetError =>
  new SheetError(`The spreadsheet was rejected: ${what}. Copy the rows into a new workbook and upload that`);
