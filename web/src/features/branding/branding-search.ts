import type { Language } from './joining-html.ts';

interface BrandingSearch {
  tab?: 'email';
  lang?: Language;
}

/** The open tab and language, as the address has them; what is usual is left out. It is part of the first load, so it needs nothing. */
export function brandingSearch({ tab, lang }: Record<string, unknown>): BrandingSearch {
  return { ...(tab === 'email' && { tab }), ...(lang === 'cy' && { lang }) };
}
