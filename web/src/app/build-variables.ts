declare global {
  interface ImportMetaEnv {
    readonly VITE_TRANSLATIONS_STATUS_URL?: string;
    readonly VITE_VAL_URL?: string;
  }
}

/** Where the translators say how far uploaded texts are (C-120). Set when the bundle is built. */
export const TRANSLATIONS_STATUS_URL =
  import.meta.env.VITE_TRANSLATIONS_STATUS_URL ?? 'https://order.strakertranslations.com/';

/** The local development address that /val asks (C-119). Set when the bundle is built. */
export const VAL_URL = import.meta.env.VITE_VAL_URL ?? 'http://localhost:8080/';
