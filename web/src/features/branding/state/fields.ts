import type { Branding } from '@mission-control/contract/branding/schema';

type Colours = `colors.${keyof Branding['colors']}`;
type Words = `${'en' | 'cy'}.${keyof Branding['en']}`;
type Header = `email.header.${keyof Branding['email']['header']}`;
type Footer = `email.footer.${keyof Branding['email']['footer']}`;
type Content = `email.${'containerBackgroundColor' | 'contentBackgroundColor' | 'contentTextColor'}`;

/** The place of a text in the branding, its keys joined by dots. Everything in a branding is a text. */
export type FieldPath = 'logo_url' | Colours | Words | Header | Footer | Content;

interface NamedField {
  path: FieldPath;
  label: string;
}

/** The colours of the Branding tab [BRD-03]. */
export const BRAND_COLOURS = [
  { path: 'colors.primary', label: 'Primary colour', key: 'primary' },
  { path: 'colors.secondary', label: 'Secondary colour', key: 'secondary' },
  { path: 'colors.background', label: 'Background colour', key: 'background' },
] as const;

/** The words of the online-joining page in one language [BRD-09]. */
export const CONTENT_FIELDS = [
  { key: 'find_a_center_title', label: 'Find a center title' },
  { key: 'find_a_center_text', label: 'Find a center text' },
  { key: 'terms_link_external', label: 'Terms link' },
  { key: 'privacy_policy_link_external', label: 'Privacy policy link' },
] as const;

/** What the Branding tab saves. */
export const BRANDING_FIELDS: readonly NamedField[] = [
  { path: 'logo_url', label: 'Logo' },
  ...BRAND_COLOURS,
  ...CONTENT_FIELDS.map(({ key, label }) => ({ path: `en.${key}`, label: `${label} (English)` }) as const),
  ...CONTENT_FIELDS.map(({ key, label }) => ({ path: `cy.${key}`, label: `${label} (Welsh)` }) as const),
];

/** What the Email tab saves. */
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

/** The text at a place of the branding. */
export function textAt(branding: Branding, path: FieldPath): string {
  const found = path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], branding);
  return String(found);
}

/** The branding with another text at a place. */
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
