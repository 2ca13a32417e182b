import type { Gate } from './gate.ts';
import { isTest, readSources, type Source } from './sources.ts';

const MAX_FILES_PER_FOLDER = 25;
const SHORT_LINES = 20;
/** Maximum share of short files among product files. */
const MAX_SHORT_SHARE = 0.06;

const product = /^(contract|packages|server|web|sandbox)\//;

/** Overfull folders, and the share of short files if it is too high; one line each. */
export function findFolderFaults(sources: readonly Source[]): string[] {
  const folders = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  const full = [...folders]
    .filter(([, files]) => files.length > MAX_FILES_PER_FOLDER)
    .map(([folder, files]) => `${folder}/ has ${files.length} files, at most ${MAX_FILES_PER_FOLDER}`);
  const own = sources.filter(({ path }) => product.test(path) && !isTest(path));
  const short = own.filter(({ text }) => text.split('\n').length <= SHORT_LINES);
  const share = short.length / Math.max(1, own.length);
  if (share <= MAX_SHORT_SHARE) return full;
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
  return [
    ...full,
    `${percent(share)} of the files (${short.length} of ${own.length}) have under ${SHORT_LINES} lines, at most ${percent(MAX_SHORT_SHARE)}`,
  ];
}

/** Limits the number of files per folder and the share of short files. */
export const foldersGate: Gate = {
  name: 'folders',
  advice:
    'Split a full folder by topic. Move a short file into its only user; merge several short files about one topic.',
  run: () => findFolderFaults(readSources()),
};
