/** Why a spreadsheet cannot be read. The message is for the person who uploaded it and says what to do. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
}

/** The file is not what its format promises. `what`: the technical reason, in a few words. */
export const damaged = (what: string, cause?: unknown): SheetError =>
  new SheetError(
    `The spreadsheet is damaged (${what}): open it in Excel or LibreOffice, save it again and upload that`,
    {
      cause,
    },
  );

/** The file is larger than what is read. */
export const tooLarge = (what: string): SheetError =>
  new SheetError(`The spreadsheet is too large: ${what}. Split it and import the parts one after another`);

/** The file has the shape of an attack or of a broken export, never of a sheet with members. */
export const refused = (what: string): SheetError =>
  new SheetError(`The spreadsheet is refused: ${what}. Copy the members into a new workbook and upload that`);
