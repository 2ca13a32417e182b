/** Columns of the table `members` that an import fills, besides the home centre, with their limits. */
export const FIELDS = {
  title: { characters: 50 },
  pronouns: { characters: 50 },
  first_name: { characters: 100 },
  last_name: { characters: 100 },
  gender: { characters: 50 },
  date_of_birth: { characters: 10 },
  address: { characters: 500 },
  address_1: { characters: 200 },
  address_2: { characters: 200 },
  address_3: { characters: 200 },
  address_4: { characters: 200 },
  city: { characters: 100 },
  county: { characters: 100 },
  postcode: { characters: 20 },
  medical_details: { bytes: 65_535 },
  notes: { bytes: 65_535 },
} as const satisfies Record<string, Limit>;
export type Field = keyof typeof FIELDS;

/** Limits of values stored in other tables. */
export const LIMITS = {
  telephone: { characters: 50 },
  email: { characters: 254 },
  centre: { characters: 200 },
} as const;

/** Characters are code points, as in databases. Bytes are UTF-8. */
export type Limit = { characters: number } | { bytes: number };

export type TelephoneKind = 'home' | 'work' | 'mobile' | 'emergency';

export interface Member {
  fields: Partial<Record<Field, string>>;
  telephones: { kind: TelephoneKind; number: string }[];
  /** The first is the primary one. */
  emails: string[];
  /** Name of the home centre. */
  centre?: string;
}

/** What the chosen columns can fill. Nothing else is written, so that the target table needs no other columns. */
export interface Filled {
  fields: readonly Field[];
  centre: boolean;
}
