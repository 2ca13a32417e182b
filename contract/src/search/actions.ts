import { SERVICES, type ServiceSlug } from '../catalogue.ts';
import { CONFIG_KINDS, type ConfigKindSlug } from '../config/kinds.ts';
import { LONGEST_SWITCH_MS } from '../control/rules.ts';
import type { LogLevel, SwitchName } from '../control/schema.ts';
import { foldName } from './rules.ts';

/** The requested action; null for unspecified parts. */
export type WantedAction =
  | { kind: 'commit'; config: ConfigKindSlug | null }
  | { kind: 'switch'; name: SwitchName; service: ServiceSlug | null; on: boolean; minutes: number | null }
  | { kind: 'log-level'; level: LogLevel; minutes: number | null };

/** One reading of a text: an action, and the folded name of its tenant; '' for the tenant whose page is open. */
export interface ActionReading {
  action: WantedAction;
  tenant: string;
}

/** Meanings of the words of an action. */
interface Slots {
  verb?: 'commit' | 'log-level' | SwitchName;
  on?: boolean;
  level?: LogLevel;
  service?: string;
  minutes?: number;
}

const words = (text: string): string[] => foldName(text).split(/\s+/u).filter(Boolean);

/** All phrases of the grammar, by their words joined with spaces. */
const PHRASES: ReadonlyMap<string, Slots> = new Map<string, Slots>([
  ['commit', { verb: 'commit' }],
  ['maintenance', { verb: 'maintenance' }],
  ['cron', { verb: 'cron' }],
  ['active', { verb: 'active' }],
  ['activate', { verb: 'active', on: true }],
  ['inactive', { verb: 'active', on: false }],
  ['deactivate', { verb: 'active', on: false }],
  ['log', { verb: 'log-level' }],
  ['loglevel', { verb: 'log-level' }],
  ['log level', { verb: 'log-level' }],
  ['on', { on: true }],
  ['off', { on: false }],
  ['debug', { level: 'DEBUG' }],
  ['info', { level: 'INFO' }],
  ['notice', { level: 'NOTICE' }],
  ['warn', { level: 'WARNING' }],
  ['warning', { level: 'WARNING' }],
  ['error', { level: 'ERROR' }],
  ...['for', 'of', 'to', 'in', 'the', 'set', 'turn', 'switch'].map((word): [string, Slots] => [word, {}]),
  ...CONFIG_KINDS.flatMap(({ slug, label }) =>
    [slug, label].map((name): [string, Slots] => [fold(name), { service: slug }]),
  ),
  ...SERVICES.flatMap(({ slug, displayName }) =>
    [slug, displayName].map((name): [string, Slots] => [fold(name), { service: slug }]),
  ),
]);

function fold(name: string): string {
  return words(name).join(' ');
}

const LONGEST_PHRASE = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length));

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 };
const DURATION = /^(\d{1,6}) ?(m|mins?|minutes?|h|hrs?|hours?|d|days?)$/;

/** Parses '15 min', '2h' or '1 day' into minutes; null for other text, zero, and more than the maximum of a switch. */
function minutesOf(text: string): number | null {
  const [, count, unit = ''] = DURATION.exec(text) ?? [];
  const minutes = Number(count) * (MINUTES[unit.charAt(0)] ?? Number.NaN);
  return minutes > 0 && minutes * 60_000 <= LONGEST_SWITCH_MS ? minutes : null;
}

/** The longest phrase at the start of these words; null for none. */
function phraseAt(rest: readonly string[]): { slots: Slots; length: number } | null {
  for (let length = Math.min(LONGEST_PHRASE, rest.length); length > 0; length -= 1) {
    const text = rest.slice(0, length).join(' ');
    const minutes = length > 2 ? null : minutesOf(text);
    const slots = PHRASES.get(text) ?? (minutes === null ? undefined : { minutes });
    if (slots) return { slots, length };
  }
  return null;
}

/** The slots that words fill, each at most once; null if a word is outside of the grammar. */
function slotsOf(parts: readonly (readonly string[])[]): Slots | null {
  const filled: Slots = {};
  for (const part of parts) {
    for (let at = 0; at < part.length;) {
      const phrase = phraseAt(part.slice(at));
      if (!phrase || Object.keys(phrase.slots).some((slot) => slot in filled)) return null;
      Object.assign(filled, phrase.slots);
      at += phrase.length;
    }
  }
  return filled;
}

/** The action that slots describe; null for none. */
function actionOf({ verb, level, service, ...rest }: Slots): WantedAction | null {
  const { on = null, minutes = null } = rest;
  if (verb === undefined || (level !== undefined) !== (verb === 'log-level')) return null;
  if (verb === 'commit') {
    const config = CONFIG_KINDS.find(({ slug }) => slug === service);
    if (on !== null || minutes !== null || (service !== undefined && !config)) return null;
    return { kind: 'commit', config: config?.slug ?? null };
  }
  if (verb === 'log-level')
    return on === null && service === undefined && level ? { kind: 'log-level', level, minutes } : null;
  const switched = SERVICES.find(({ slug, hasSwitches }) => slug === service && hasSwitches);
  if (service !== undefined && (verb === 'active' || !switched)) return null;
  // Only the exceptional state can be temporary, so a duration implies it.
  const ending = verb === 'maintenance';
  const state = on ?? (minutes === null ? null : ending);
  if (state === null || (minutes !== null && state !== ending)) return null;
  return { kind: 'switch', name: verb, service: switched?.slug ?? null, on: state, minutes };
}

const MAX_WORDS = 24;
/** Control and invisible characters separate words. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * All readings of a text as an action, in any word order: the words of the tenant's name are adjacent, and every other word
 * belongs to the action. Longest name first, then the last position; no two readings have the name at the same
 * position. A tenant may be named like a word of the grammar, so the caller uses the first reading whose tenant exists.
 */
export function readActions(text: string): ActionReading[] {
  const typed = words(text.slice(0, 2 * MAX_TEXT).replace(INVISIBLE, ' '));
  if (text.length > MAX_TEXT || typed.length > MAX_WORDS) return [];
  const readings: ActionReading[] = [];
  for (let length = typed.length; length >= 0; length -= 1) {
    // An empty name has a single position.
    for (let from = length === 0 ? 0 : typed.length - length; from >= 0; from -= 1) {
      const slots = slotsOf([typed.slice(0, from), typed.slice(from + length)]);
      const action = slots && actionOf(slots);
      if (action) readings.push({ action, tenant: typed.slice(from, from + length).join(' ') });
    }
  }
  return readings;
}

/** True if a tenant's name contains the typed text, starting at a word. @param nameKey the folded name */
export const namesTenant = (typed: string, nameKey: string): boolean => ` ${nameKey}`.includes(` ${typed}`);

/** Maximum length of an action's text, in UTF-16 units. */
const MAX_TEXT = 400;
