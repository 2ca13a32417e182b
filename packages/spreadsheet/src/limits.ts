/** Maximum sizes, counted while reading, regardless of what the file declares. */
export const LIMITS = {
  /** Bytes of the uploaded file. */
  file: 25 * 1024 * 1024,
  /** Uncompressed bytes of all parts read from a workbook. */
  inflated: 300 * 1024 * 1024,
  /** Compression ratio of a part larger than `smallPart` bytes. */
  ratio: 200,
  smallPart: 1024 * 1024,
  /** Files in a workbook. */
  parts: 2_000,
  /** Rows below the header. */
  rows: 200_000,
  columns: 200,
  /** Characters of a cell, as in Excel. */
  cell: 32_767,
  /** Distinct texts of a workbook (exclusive). */
  sharedTexts: 1_000_000,
  /** Bytes of all cells as JSON. */
  text: 60_000_000,
  /** Elements of a part other than the sheet and its texts. */
  elements: 1_000_000,
  /** Nesting of elements. */
  depth: 64,
} as const;

/** The last column (XFD) and row of a workbook. */
export const LAST = { column: 16_384, row: 1_048_576 } as const;
