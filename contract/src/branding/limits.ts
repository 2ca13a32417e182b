/** The app whose repository holds the theme [RGN-20]. */
export const BRANDING_APP = 'coursepro';

/** The languages of the online-joining page [BRD-22]. */
export const BRANDING_LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'cy', label: 'Welsh' },
] as const;

/** Logo alignment in the e-mail header [EML-16]. */
export const LOGO_POSITIONS = [
  { value: 'flex-start', label: 'Left' },
  { value: 'center', label: 'Center' },
  { value: 'flex-end', label: 'Right' },
] as const;

/** Maximum lengths of e-mail texts, in characters. */
export const EMAIL_LIMITS = { heading: 300, footer: 10_000 } as const;

/** Maximum size of a logo file in bytes, and of its longest side in pixels. */
export const LOGO_LIMITS = { bytes: 2 * 1024 * 1024, pixels: 8_000 } as const;
