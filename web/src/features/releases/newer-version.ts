interface Parts {
  numbers: number[];
  /** Pre-release suffix, such as rc2; '' for a final release. */
  rest: string;
}

function partsOf(version: string): Parts | null {
  const found = /^v?(\d+(?:\.\d+)*)(?:[-.+]?([a-z].*))?$/i.exec(version);
  return found === null ? null : { numbers: (found[1] ?? '').split('.').map(Number), rest: found[2] ?? '' };
}

/** Whether a version is newer, by its numbers; a pre-release, such as rc2, precedes its release. */
export function isNewer(version: string, other: string): boolean {
  const [own, its] = [partsOf(version), partsOf(other)];
  if (own === null || its === null) return false;
  for (let at = 0; at < Math.max(own.numbers.length, its.numbers.length); at += 1) {
    const step = (own.numbers[at] ?? 0) - (its.numbers[at] ?? 0);
    if (step !== 0) return step > 0;
  }
  if (own.rest === '' || its.rest === '') return own.rest === '' && its.rest !== '';
  return own.rest.localeCompare(its.rest, 'en', { numeric: true }) > 0;
}
