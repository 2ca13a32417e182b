import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import { iso } from './times.ts';

type Output = InventoryHistory['runs'][number]['output'];

/** What a run says, each line with the seconds since the one before it. */
export type Saying = readonly (readonly [text: string, seconds: number])[];

/** The output with its times, and when it ends. */
export function spoken(from: number, saying: Saying): { output: Output; ended: number } {
  let at = from;
  const output = saying.map(([text, seconds]) => {
    at += Math.round(seconds * 1000);
    return { at: iso(at), text: `${text}\n` };
  });
  return { output, ended: at + 400 };
}
