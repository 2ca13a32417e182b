import { BRAND_COLOURS, BRANDING_FIELDS, EMAIL_FIELDS, type FieldPath } from './fields.ts';

/** What is wrong with fields, by their place. */
export type Faults = ReadonlyMap<FieldPath, string>;

const PATHS = new Set<string>([...BRANDING_FIELDS, ...EMAIL_FIELDS].map(({ path }) => path));
const isPath = (path: string): path is FieldPath => PATHS.has(path);

/** The required colours that are empty (C-093). */
export function missingColours(text: (path: FieldPath) => string): Faults {
  const missing = BRAND_COLOURS.filter(({ path }) => text(path).trim() === '');
  return new Map(missing.map(({ path, label }) => [path, `${label} is required.`]));
}

/** What the server has against fields, by the place in the branding instead of by the part of the form. */
export function faultsOf(fields: Readonly<Record<string, string>>): Faults {
  const named = Object.entries(fields).map(([key, fault]) => [placeOf(key), fault] as const);
  return new Map(named.flatMap(([path, fault]) => (isPath(path) ? [[path, fault]] : [])));
}

function placeOf(key: string): string {
  if (key === 'logo') return 'logo_url';
  if (key === 'email_logo') return 'email.header.logoUrl';
  return key.replace(/^(brandingData|contentData)\./, '').replace(/^emailData\./, 'email.');
}
