/** The app whose repository holds the theme [RGN-20]. */
export const BRANDING_APP = 'coursepro';

/** The languages of the online-joining page [BRD-22]. */
export const BRANDING_LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'cy', label: 'Welsh' },
] as const;

/** Where the logo stands in the header of an e-mail [EML-16]. */
export const LOGO_POSITIONS = [
  { value: 'flex-start', label: 'Left' },
  { value: 'center', label: 'Center' },
  { value: 'flex-end', label: 'Right' },
] as const;

/** Most characters of the texts of an e-mail. */
export const EMAIL_LIMITS = { heading: 300, footer: 10_000 } as const;

/** Largest file of a logo, in bytes, and the longest side of it, in pixels. */
export const LOGO_LIMITS = { bytes: 2 * 1024 * 1024, pixels: 8_000 } as const;
