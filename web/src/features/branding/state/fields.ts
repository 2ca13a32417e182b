import type { Branding } from '@mission-control/contract/branding/schema';
import { visibleText } from '../../../ui/display/visible-text.ts';

type Colours = `colors.${keyof Branding['colors']}`;
type Words = `${'en' | 'cy'}.${keyof Branding['en']}`;
type Header = `email.header.${keyof Branding['email']['header']}`;
type Footer = `email.footer.${keyof Branding['email']['footer']}`;
type Content = `email.${'containerBackgroundColor' | 'contentBackgroundColor' | 'contentTextColor'}`;

/** Path of a text in the branding, keys joined by dots. All values of a branding are texts. */
export type FieldPath = 'logo_url' | Colours | Words | Header | Footer | Content;

interface NamedField {
  path: FieldPath;
  label: string;
}

/** [BRD-03] */
export const BRAND_COLOURS = [
  { path: 'colors.primary', label: 'Primary colour', key: 'primary' },
  { path: 'colors.secondary', label: 'Secondary colour', key: 'secondary' },
  { path: 'colors.background', label: 'Background colour', key: 'background' },
] as const;

/** Texts of the online-joining page in one language [BRD-09]. */
export const CONTENT_FIELDS = [
  { key: 'find_a_center_title', label: 'Find a center title' },
  { key: 'find_a_center_text', label: 'Find a center text' },
  { key: 'terms_link_external', label: 'Terms link' },
  { key: 'privacy_policy_link_external', label: 'Privacy policy link' },
] as const;

/** Fields of the Branding tab. */
export const BRANDING_FIELDS: readonly NamedField[] = [
  { path: 'logo_url', label: 'Logo' },
  ...BRAND_COLOURS,
  ...CONTENT_FIELDS.map(({ key, label }) => ({ path: `en.${key}`, label: `${label} (English)` }) as const),
  ...CONTENT_FIELDS.map(({ key, label }) => ({ path: `cy.${key}`, label: `${label} (Welsh)` }) as const),
];

/** Fields of the Email tab. */
export const EMAIL_FIELDS: readonly NamedField[] = [
  { path: 'email.header.logoUrl', label: 'Logo' },
  { path: 'email.header.logoPosition', label: 'Logo position' },
  { path: 'email.header.backgroundColor', label: 'Header background colour' },
  { path: 'email.header.headingText', label: 'Heading text' },
  { path: 'email.header.subheadingText', label: 'Subheading text' },
  { path: 'email.header.headingTextColor', label: 'Heading text colour' },
  { path: 'email.header.subheadingTextColor', label: 'Subheading text colour' },
  { path: 'email.containerBackgroundColor', label: 'Container background colour' },
  { path: 'email.contentBackgroundColor', label: 'Content background colour' },
  { path: 'email.contentTextColor', label: 'Content text colour' },
  { path: 'email.footer.backgroundColor', label: 'Footer background colour' },
  { path: 'email.footer.textColor', label: 'Footer text colour' },
  { path: 'email.footer.content', label: 'Footer content' },
];

export function textAt(branding: Branding, path: FieldPath): string {
  const found = path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], branding);
  return String(found);
}

export function withText(branding: Branding, path: FieldPath, text: string): Branding {
  return placed(branding as unknown as Tree, path.split('.'), text) as unknown as Branding;
}

interface Tree {
  readonly [key: string]: Tree | string;
}

function placed(tree: Tree, [key = '', ...rest]: readonly string[], text: string): Tree {
  const inner = tree[key];
  return { ...tree, [key]: typeof inner === 'object' ? placed(inner, rest, text) : text };
}

/** A chosen picture that is not uploaded yet. */
export interface ChosenLogo {
  file: File;
  /** `data:` URL, scaled down for the preview. */
  data: string;
}

/** Unsaved edits, separate from the saved branding, so that other people's saves show immediately. */
export interface BrandingEdits {
  texts: ReadonlyMap<FieldPath, string>;
  logo: ChosenLogo | null;
}

export const NO_EDITS: BrandingEdits = { texts: new Map(), logo: null };

export interface FieldChange {
  path: FieldPath;
  label: string;
  before: string;
  after: string;
}

export function editedBranding(saved: Branding, { texts }: BrandingEdits): Branding {
  return [...texts].reduce((branding, [path, text]) => withText(branding, path, text), saved);
}

/** Sets a text; setting the saved one removes the edit. */
export function withEdit(edits: BrandingEdits, saved: Branding, path: FieldPath, text: string): BrandingEdits {
  const texts = new Map(edits.texts);
  if (textAt(saved, path) === text) texts.delete(path);
  else texts.set(path, text);
  return { ...edits, texts };
}

/** What a save would change, in field order; a chosen logo is shown by its file name. */
export function changesOf(
  saved: Branding,
  { texts, logo }: BrandingEdits,
  fields: readonly { path: FieldPath; label: string }[],
  logoPath: FieldPath,
): FieldChange[] {
  return fields.flatMap(({ path, label }) => {
    const before = textAt(saved, path);
    const after = path === logoPath && logo !== null ? visibleText(logo.file.name) : (texts.get(path) ?? before);
    return before === after ? [] : [{ path, label, before, after }];
  });
}

/** Error messages of fields. */
export type Faults = ReadonlyMap<FieldPath, string>;

const PATHS = new Set<string>([...BRANDING_FIELDS, ...EMAIL_FIELDS].map(({ path }) => path));
const isPath = (path: string): path is FieldPath => PATHS.has(path);

/** The required colours that are empty (C-093). */
export function missingColours(text: (path: FieldPath) => string): Faults {
  const missing = BRAND_COLOURS.filter(({ path }) => text(path).trim() === '');
  return new Map(missing.map(({ path, label }) => [path, `${label} is required.`]));
}

/** Converts the server's field errors from form parts to branding paths. */
export function faultsOf(fields: Readonly<Record<string, string>>): Faults {
  const named = Object.entries(fields).map(([key, fault]) => [pathOf(key), fault] as const);
  return new Map(named.flatMap(([path, fault]) => (isPath(path) ? [[path, fault]] : [])));
}

function pathOf(key: string): string {
  if (key === 'logo') return 'logo_url';
  if (key === 'email_logo') return 'email.header.logoUrl';
  return key.replace(/^(brandingData|contentData)\./, '').replace(/^emailData\./, 'email.');
}
