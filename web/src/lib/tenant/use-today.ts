import { useMemo } from 'react';
import { useNow } from '../../ui/display/now.ts';

const A_MINUTE = 60_000;
const A_DAY = 24 * 60 * A_MINUTE;

/** Start of the current UTC day; a stable object until midnight. */
export function useToday(): Date {
  const day = Math.floor(useNow(A_MINUTE) / A_DAY);
  return useMemo(() => new Date(day * A_DAY), [day]);
}
