import type { BrandContent, Branding, EmailSettings } from './schema.ts';

/** [EML-14, EML-15], in pixels. */
export const EMAIL_WIDTH = 600;
export const EMAIL_LOGO_WIDTH = 150;

/** [BRD-21] */
export const DEFAULT_COLOURS = { primary: '#4299e1', secondary: '#f6ad55', background: '#e8e8e8' } as const;

const NO_CONTENT: BrandContent['en'] = {
  find_a_center_title: '',
  find_a_center_text: '',
  terms_link_external: '',
  privacy_policy_link_external: '',
};

/** [EML-13]; the header uses the primary colour and a centred logo (C-095). */
export const DEFAULT_EMAIL: EmailSettings = {
  containerBackgroundColor: '#DDDDDD',
  contentBackgroundColor: '#FFFFFF',
  contentTextColor: '#444444',
  header: {
    logoUrl: '',
    logoPosition: 'center',
    backgroundColor: DEFAULT_COLOURS.primary,
    headingText: '',
    subheadingText: '',
    headingTextColor: '#000',
    subheadingTextColor: '#000',
  },
  footer: { backgroundColor: '#4299e1', textColor: '#FFFFFF', content: '' },
};

/** Branding of a tenant that never saved one [BRD-11]. */
export const DEFAULT_BRANDING: Branding = {
  colors: DEFAULT_COLOURS,
  logo_url: '',
  en: NO_CONTENT,
  cy: NO_CONTENT,
  email: DEFAULT_EMAIL,
};

export const COLOUR_HINT = '#RRGGBB';
export const INITIAL_LOAD_FAILED = 'Failed to load initial page data.';
export const BRANDING_LOAD_FAILED = 'Could not load existing branding settings.';
export const BRANCH_NEEDED = 'Please select a branch to save and generate.';
export const BRANDING_SAVED = 'Branding and content settings saved successfully!';
export const BRANDING_FAILED = 'Failed to save branding settings. Please try again.';
export const EMAIL_SAVED = 'Email settings saved successfully!';
export const EMAIL_FAILED = 'Failed to save email settings. Please try again.';
export const copied = (label: string): string => `${label} copied to clipboard!`;
export const copyFailed = (label: string): string => `Failed to copy ${label}.`;

/** Error for a save whose settings were stored although generation failed. */
export const notGenerated = (reason: string): string =>
  `The settings are saved, but their files were not generated: ${reason}`;

/** Prefix of the output lines that state what a generation omitted or replaced. */
export const GENERATION_WARNING = 'Warning: ';

/** Extracts the warnings from the output of a generation, without their prefix. */
export const generationWarnings = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith(GENERATION_WARNING))
    .map((line) => line.slice(GENERATION_WARNING.length));

export const REGENERATE_BRANCH_NEEDED = 'Please select a branch first';
export const NOTHING_TO_REGENERATE = 'No active brandings to regenerate.';
export const ACTIVE_TENANTS_FAILED = 'Failed to get active tenants. Please try again.';
export const ALL_REGENERATED = 'All active brandings have been processed.';
export const regenerateFailed = (tenant: string): string => `Failed to regenerate branding for ${tenant}`;
/** @param n from 1 */
export const regenerating = (tenant: string, n: number, total: number): string =>
  `Processing ${tenant} (${n} of ${total})`;

/** Revisions of a branding that was never saved. */
export const NEVER_SAVED = { brand: '', email: '' };
