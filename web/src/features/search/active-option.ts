/** Which option a key makes the active one, round the ends; -1 = none was; null for a key that moves nothing. */
export function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (Math.max(active, 0) - 1 + count) % count;
  return null;
}
