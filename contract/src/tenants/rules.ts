import { foldName } from '../search/rules.ts';

/** Chip of a deployment group (C-062): the three known ones by their tag, any other raw in grey, none when empty. */
export type DeploymentTag = { text: string; tone: 'prod' | 'stage' | 'dev' | 'other' } | null;

/** @param group dev, staging, production, or anything else. */
export function deploymentTag(group: string): DeploymentTag {
  switch (group) {
    case 'production':
      return { text: 'PROD', tone: 'prod' };
    case 'staging':
      return { text: 'STAGE', tone: 'stage' };
    case 'dev':
      return { text: 'DEV', tone: 'dev' };
    case '':
      return null;
    default:
      return { text: group, tone: 'other' };
  }
}

/** Bridges by their shown name; xnrest is 'Xn', unknown ones stay raw (C-071). */
export function bridgeLabel(bridge: string | null): string {
  if (!bridge) return '';
  const labels = new Map([
    ['standalone', 'Standalone'],
    ['gladstone', 'Gladstone'],
    ['xnrest', 'Xn'],
    ['legend', 'Legend'],
    ['openplay', 'Openplay'],
  ]);
  return labels.get(bridge) ?? bridge;
}

/** Members as shown: 'n/a' if no number is known; a real 0 stays 0 (C-059). */
export function membersLabel(members: number | null): string {
  return members === null ? 'n/a' : members.toLocaleString('en-GB');
}

/** Most characters of a tenant's name. */
const NAME_CHARACTERS = 120;
/** Some characters fold into many; names whose compared form is longer would not fit the index that keeps them unique. */
const FOLDED_LENGTH = 600;
/** Control, format (bidi overrides, zero width) and private characters, line separators, fillers, halves of surrogate pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A name as it is stored: without white space at its ends, in one Unicode form. */
export function cleanTenantName(typed: string): string {
  return typed.normalize('NFC').trim();
}

/** What is wrong with a clean name, said so that it tells what to do; null when it can be a tenant's name. */
export function tenantNameFault(name: string): string | null {
  if (name === '') return 'Enter a name for the tenant.';
  if (Array.from(name).length > NAME_CHARACTERS || foldName(name).length > FOLDED_LENGTH)
    return `The name is too long. Use at most ${NAME_CHARACTERS} characters.`;
  const unseen = UNSEEN.exec(name);
  if (unseen) return `The name holds ${unseenCharacter(unseen[0])}. Remove it.`;
  if (!/[\p{L}\p{N}]/u.test(name)) return 'The name needs at least one letter or digit.';
  return null;
}

function unseenCharacter(character: string): string {
  if (/[\n\r\u2028\u2029]/.test(character)) return 'a line break';
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `a character that cannot be seen (U+${code})`;
}

/** How long a deleted tenant is kept: 30 days. */
const KEPT_MS = 30 * 86_400_000;

/** When a tenant deleted at this time is removed for good. */
export function purgeTime(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + KEPT_MS);
}

/** Tenants deleted before this time are removed for good and cannot be restored any more. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
