import { useMemo } from 'react';
import { useNow } from '../../ui/now.ts';

const A_MINUTE = 60_000;
const A_DAY = 24 * 60 * A_MINUTE;

/** The start of this UTC day: the same object until midnight, then the next. */
export function useToday(): Date {
  const day = Math.floor(useNow(A_MINUTE) / A_DAY);
  return useMemo(() => new Date(day * A_DAY), [day]);
}
