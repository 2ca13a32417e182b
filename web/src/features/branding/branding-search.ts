import { BRANDING_LANGUAGES } from '@mission-control/contract/branding/rules';
import type { Language } from './joining-html.ts';

interface BrandingSearch {
  tab?: 'email';
  lang?: Language;
}

/** The open tab and language, as the address has them; what is usual is left out. */
export function brandingSearch({ tab, lang }: Record<string, unknown>): BrandingSearch {
  const [, welsh] = BRANDING_LANGUAGES;
  return { ...(tab === 'email' && { tab }), ...(lang === welsh.value && { lang }) };
}
