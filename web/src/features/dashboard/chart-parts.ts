import { foldSlices, shareOf, shareText } from '@mission-control/contract/dashboard/rules';
import type { Slice } from '@mission-control/contract/dashboard/schema';
import type { ChartPart } from '../../ui/chart-part.ts';

/** What a chart draws: at most `most` parts with their shares of the sum. */
export function chartParts(slices: readonly Slice[], most: number): ChartPart[] {
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  return foldSlices(slices, most).map((slice) => ({ ...slice, share: shareText(shareOf(slice.value, whole)) }));
}
