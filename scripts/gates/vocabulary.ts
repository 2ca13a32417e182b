import type { Gate } from './gate.ts';
import { featureWords, platformWords } from './features.ts';
import { listPaths } from './sources.ts';

const vague = /^(utils?|helpers?|common|shared|managers?|misc|data\d+)(\.|$)/;
const featureFolders = [/^server\/src\/features\/([^/]+)\//, /^web\/src\/features\/([^/]+)\//];
const contractRoom = /^contract\/src\/([^/]+)\//;

/** Paths that violate the vocabulary, one line each with the remedy. */
export function findForeignWords(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => [...foreignFolder(path), ...foreignName(path)]))];
}

function foreignFolder(path: string): string[] {
  const feature = featureFolders.map((folder) => folder.exec(path)?.[1]).find((word) => word !== undefined);
  const contract = contractRoom.exec(path)?.[1];
  const known = contract === undefined ? featureWords : [...featureWords, ...platformWords];
  const word = feature ?? contract;
  if (word === undefined || known.includes(word)) return [];
  return [
    `${path.slice(0, path.indexOf(`/${word}/`))}/${word}/ is not a feature: use one of ${featureWords.join(', ')}`,
  ];
}

function foreignName(path: string): string[] {
  if (!/^(packages|contract|server|web|sandbox|e2e|bench|scripts)\//.test(path) || !/\.(tsx?|css)$/.test(path))
    return [];
  return path.split('/').flatMap((part) => {
    if (vague.test(part)) return [`${path}: "${part}" is too vague; name it after its content`];
    if (!/^[a-z0-9_]+([-.][a-z0-9]+)*$/.test(part)) return [`${path}: "${part}" is not kebab-case`];
    return [];
  });
}

/** Checks folder and file names: one word per feature in every layer; kebab-case; no meaningless names. */
export const vocabularyGate: Gate = {
  name: 'vocabulary',
  advice:
    'Move the files to the folder of the feature they belong to. A new feature word is added to scripts/gates/features.ts and docs/architecture.md.',
  run: () => findForeignWords(listPaths()),
};
