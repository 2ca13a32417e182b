import { useUrlState } from '../../lib/address/use-url-text.ts';
import type { Language } from './joining-html.ts';

interface BrandingSearch {
  tab?: 'email';
  lang?: Language;
}

/** Parses tab and language from the address; defaults are omitted. */
function brandingSearch({ tab, lang }: Record<string, unknown>): BrandingSearch {
  return { ...(tab === 'email' && { tab }), ...(lang === 'cy' && { lang }) };
}

/** Tab and language of the Branding page, kept in the address. */
export function useBrandingPlace() {
  const [{ tab, lang }, set] = useUrlState(brandingSearch);
  return {
    tab: tab ?? ('branding' as const),
    language: lang ?? ('en' as const),
    setLanguage: (next: Language) => set({ lang: next }),
  };
}
