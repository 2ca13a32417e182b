/** Collects a fault with its place in the document. */
export type Report = (place: string, message: string) => void;

/** Reports names that occur twice; returns the set of names. */
export function unique(report: Report, place: string, names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) report(place, `"${name}" occurs twice`);
    seen.add(name);
  }
  return seen;
}

/** Reports a name that does not exist. */
export function known(report: Report, place: string, names: ReadonlySet<string>, name: string): void {
  if (!names.has(name)) report(place, `there is no "${name}"`);
}
