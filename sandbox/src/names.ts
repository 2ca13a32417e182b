import type { Dice } from './random.ts';

export type RegionCode = 'eu' | 'us' | 'ap';

const PLACES: Record<RegionCode, readonly string[]> = {
  eu: (
    'Ashdown,Brimham,Derwent,Fenland,Northgate,Calder,Wharfe,Ribble,Tamar,Exmoor,Solent,Chiltern,Cotswold,Pennine,Kentmere,Severn,Malvern,' +
    'Hambleton,Ryedale,Purbeck,Quantock,Mendip,Cheviot,Rother,Arden,Bowland,Wyre,Lune,Irwell,Thanet,Medway,Weald,Romney,Breckland,Waveney,' +
    'Holderness,Craven,Nidd,Swale,Teesdale,Ouseburn,Tynemouth,Lomond,Ochil,Moray,Tayside,Clyde,Lothian,Conwy,Ceredigion,Gwynedd,Taff,Rhondda,' +
    'Lagan,Foyle,Mourne,Leinster,Ballymore,Kildare,Connemara,Dale District,Castlegate,Riverside,Kingsmead,Oakfield,Priory Park'
  ).split(','),
  us: (
    'Cedar Valley,Great Lakes,Blue Ridge,Maple Grove,Pine Hollow,Lakeshore,Bay Harbor,Fox River,Silver Creek,Prairie View,Stone Mountain,Elk Grove,' +
    'Red Rock,Sandy Point,Willow Bend,Eagle Pass,Cypress,Juniper Hills,Big Sky,Clearwater,Harbor Point,Highland Park,Long Meadow,Mill Creek,' +
    'North Fork,Orchard Hill,Palmetto,Quail Run,Rolling Oaks,Spring Lake,Timber Ridge,Union Square,Valley Forge,West Bend,York River,Aspen Ridge'
  ).split(','),
  ap: (
    'Coolum Coast,Illawarra,Sunwater,Barwon,Gippsland,Macquarie,Hunter,Lachlan,Murray Bend,Noosa,Otway,Port Phillip,Riverina,Snowy,Tamworth,Toorak,' +
    'Wattle Grove,Yarra,Bondi,Coogee,Darling,Eyre,Fraser Coast,Glenelg,Hobart,Kiama,Launceston,Mornington,Narooma,Pilbara'
  ).split(','),
};

const KINDS = (
  'Leisure Trust,Active,Aquatics,Swim & Dive,Leisure,Sports Centre,Swim School,Gymnastics,Recreation,Training,Leisure Centres,Pools,Athletics,' +
  'Community Sport,Tennis & Racquets,Wellbeing,Activity Camps,Academy of Swimming,Sport & Leisure,Holiday Clubs,Health & Fitness,Dance,' +
  'School of Gymnastics,Baths,Ice Arena,Climbing,Rowing Club,Martial Arts,Trampoline Club,District Leisure,Water Polo,Watersports'
).split(',');

const PARTS = ['North', 'South', 'East', 'West', 'Upper', 'Lower', 'Great', 'Little', 'New', 'Old', 'Central'];

const OWNERS = [
  'Leisure Ltd',
  'Council',
  'Sports',
  'Group',
  'Parks',
  'Trust',
  'Leisure Group',
  'Borough',
  'Rec',
  'Community Interest Company',
];

/** Names that are challenging on screens or in queries; used for the first tenants after Brimham. */
const HARD_NAMES = [
  "O'Neill's Swim & Gym",
  'Café Olympique – Genève',
  'Łódź Pływanie & Sport',
  '大阪スイミングクラブ',
  'Zurich "Am See" <Sportanlagen>',
  '100% Active_Kids',
  'The Royal Borough of Kingsmead and Upper Thames Valley Integrated Leisure, Aquatics and Wellbeing Partnership',
  'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Leisure Centre',
];

/** Draws tenant names whose names and host names are unique in the fleet. */
export class TenantNames {
  readonly #taken = new Set<string>();
  readonly #hard = [...HARD_NAMES];

  /** Reserves a given name; returns its slug. */
  take(name: string): string {
    const slug = slugOf(name);
    if (this.#taken.has(slug)) throw new Error(`The name ${name} is taken.`);
    this.#taken.add(slug);
    return slug;
  }

  draw(dice: Dice, region: RegionCode): { name: string; slug: string } {
    const hard = this.#hard.shift();
    if (hard !== undefined) return { name: hard, slug: this.take(hard) };
    for (let attempt = 0; ; attempt += 1) {
      const part = attempt > 0 || dice.chance(0.1) ? `${dice.pick(PARTS)} ` : '';
      const number = attempt > 20 ? ` ${dice.int(2, 99)}` : '';
      const name = `${part}${dice.pick(PLACES[region])} ${dice.pick(KINDS)}${number}`;
      const slug = slugOf(name);
      if (this.#taken.has(slug)) continue;
      this.#taken.add(slug);
      return { name, slug };
    }
  }
}

export function accountName(dice: Dice, region: RegionCode): string {
  const place = dice.pick(PLACES[region]);
  return dice.chance(0.2)
    ? `${place} & ${dice.pick(PLACES[region])} ${dice.pick(OWNERS)}`
    : `${place} ${dice.pick(OWNERS)}`;
}

/** First label of a tenant's host names: at most 40 letters, digits and dashes; names in other scripts get a number. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('&', ' and ')
    .replace(/[\u0300-\u036f']/g, '');
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return (
    slug || `site-${Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)}`
  );
}
