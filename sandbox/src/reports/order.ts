/** What the console hands over at its start. */
export interface ReportOrder {
  /** Where it answers. */
  console: string;
  /** The file of the inventory that the fleet came from, for what its systems say about themselves. */
  inventory: string;
  /** Of the environments that are to report. */
  tokens: string[];
}
