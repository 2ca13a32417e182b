import { readdirSync } from 'node:fs';

/** All files below a folder, sorted, as paths that start with it. Skips folders named in `without`. */
export function listFiles(folder: string, without: readonly string[] = []): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !without.includes(entry.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path, without) : [path];
    })
    .sort();
}
