/**
 * Reads what `git push --porcelain` says of one ref, however the command itself ended. Only `*`, a new ref, is a creation; `=` means that
 * it was there with the same content.
 */
export function pushOutcome(porcelain: string, ref: string): 'created' | 'there' | 'refused' {
  for (const line of porcelain.split('\n')) {
    const [flag, pair = ''] = line.split('\t');
    if (!pair.endsWith(`:${ref}`)) continue;
    if (flag === '*') return 'created';
    if (flag === '=') return 'there';
  }
  return 'refused';
}
