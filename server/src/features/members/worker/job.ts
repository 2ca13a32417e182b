/** Work on a spreadsheet in a thread of its own: bytes in, bytes out. `progress` gets whole percents. */
export type MemberJob = (
  bytes: Uint8Array,
  facts: Readonly<Record<string, string>>,
  progress: (percent: number) => void,
) => Uint8Array | Promise<Uint8Array>;
