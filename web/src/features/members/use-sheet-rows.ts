import { useEffect, useState } from 'react';
import type { SheetDesk } from './sheet/sheet-desk.ts';
import type { SheetRow } from './sheet/sheet-messages.ts';
import type { LineWindow } from './sheet-window.ts';

/** So many members are asked for at once. */
const BLOCK = 64;
/** So many blocks are remembered. */
const KEPT = 32;

type Blocks = ReadonlyMap<number, readonly SheetRow[]>;

const NONE: Blocks = new Map();

/** The members of a window, as far as they have come from the worker: by their place among all. */
export function useSheetRows(desk: SheetDesk, { from, to }: LineWindow): (place: number) => SheetRow | undefined {
  const [blocks, setBlocks] = useState(NONE);
  const first = Math.floor(from / BLOCK);
  const last = Math.floor(Math.max(from, to - 1) / BLOCK);
  useEffect(() => {
    let gone = false;
    const read = async (block: number) => {
      const rows = await desk.ask('rows', { from: block * BLOCK, to: (block + 1) * BLOCK });
      if (!gone) setBlocks((before) => remembered(before, block, rows));
    };
    // A spreadsheet that was put away has nothing left to show.
    for (let block = first; block <= last; block += 1) read(block).catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [desk, first, last]);
  return (place) => blocks.get(Math.floor(place / BLOCK))?.[place % BLOCK];
}

function remembered(before: Blocks, block: number, rows: readonly SheetRow[]): Blocks {
  const others = [...before].filter(([one]) => one !== block);
  return new Map([...others.slice(-KEPT), [block, rows]]);
}
