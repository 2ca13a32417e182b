import { sorted, type PlainSetting } from './settings.ts';

/** Renders a flat JSON object with sorted keys; a dot is part of the key. */
export function renderJson(settings: Iterable<PlainSetting>): string {
  const members = sorted(settings).map(({ key, data }) => [key, data] as const);
  return `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`;
}
