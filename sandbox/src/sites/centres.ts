import { createDice } from '../random.ts';

export interface Centre {
  id: number;
  name: string;
}

/** A language offered to a tenant's members. */
export interface Language {
  code: string;
  name: string;
}

const PLACES = [
  'Riverside',
  'Northgate',
  'Castle',
  'Park Road',
  'Harbour',
  'Millfield',
  'Queensway',
  'Abbey',
  'Hillcrest',
];
const KINDS = ['Leisure Centre', 'Pool', 'Sports Hall', 'Gym', 'Ice Rink'];
const LANGUAGES: readonly Language[] = [
  { code: 'cy-GB', name: 'Welsh' },
  { code: 'fr-FR', name: 'French' },
  { code: 'pl-PL', name: 'Polish' },
  { code: 'ar', name: 'Arabic' },
  { code: 'es-ES', name: 'Spanish' },
];

/** The centres of a CoursePro site; deterministic. */
export function centresOf(host: string): Centre[] {
  const dice = createDice(1, `centres ${host}`);
  const places = dice.shuffle(PLACES).slice(0, dice.int(1, 6));
  return places.map((place, at) => ({ id: 101 + at, name: `${place} ${dice.pick(KINDS)}` }));
}

/** The languages of a CoursePro site, English first. */
export function languagesOf(host: string): Language[] {
  const dice = createDice(1, `languages ${host}`);
  return [{ code: 'en-GB', name: 'English' }, ...dice.shuffle(LANGUAGES).slice(0, dice.int(0, 3))];
}
