/** In documented order [TRN-02]. */
export const TRANSLATION_TYPES = [
  { value: 'strive', label: 'Strive' },
  { value: 'strive-bg', label: 'Strive BG' },
  { value: 'homeportal', label: 'Homeportal/Onlinejoining' },
] as const;
export type TranslationType = (typeof TRANSLATION_TYPES)[number]['value'];

/** @param error message from the server; '' for none [TRN-07] */
export const uploadFailed = (error: string): string =>
  `Failed to upload translations to Straker - ${error === '' ? '?' : error}`;

/** @param type such as strive-bg (C-108) [TRN-08] */
export const uploadSucceeded = (type: string): string => `Successfully uploaded ${type} translations to Straker`;
