/** What a spreadsheet may have, at most. All of it is counted while reading, whatever the file says of itself. */
export const LIMITS = {
  /** Bytes of the uploaded file. */
  file: 25 * 1024 * 1024,
  /** Bytes of all parts that are read of a workbook. */
  inflated: 300 * 1024 * 1024,
  /** So many times its packed size a part may be, from `smallPart` bytes on. */
  ratio: 200,
  smallPart: 1024 * 1024,
  /** Files in a workbook. */
  parts: 2_000,
  /** Rows below the header. */
  rows: 200_000,
  columns: 200,
  /** Characters of a cell. */
  cell: 32 * 1024,
  /** Different texts of a workbook, less than. */
  sharedTexts: 1_000_000,
  /** Bytes of all cells as JSON. */
  text: 60_000_000,
  /** Elements within elements. */
  depth: 64,
} as const;

/** The last column (XFD) and row that a workbook can have. */
export const LAST = { column: 16_384, row: 1_048_576 } as const;
