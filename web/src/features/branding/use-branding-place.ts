import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Language } from './joining-html.ts';

interface BrandingSearch {
  tab?: 'email';
  lang?: Language;
}

/** Parses tab and language from the address; defaults are omitted. Part of the first load, so it imports nothing. */
function brandingSearch({ tab, lang }: Record<string, unknown>): BrandingSearch {
  return { ...(tab === 'email' && { tab }), ...(lang === 'cy' && { lang }) };
}

/** Tab and language of the Branding page, kept in the address. */
export function useBrandingPlace() {
  const { tab, lang }: ReturnType<typeof brandingSearch> = brandingSearch(useSearch({ strict: false }));
  const { id = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  return {
    tab: tab ?? ('branding' as const),
    language: lang ?? ('en' as const),
    setLanguage: (next: Language) =>
      void navigate({
        to: '/tenant/$id/homeportal2/branding',
        params: { id },
        search: (before) => brandingSearch({ ...before, lang: next }),
        resetScroll: false,
      }),
  };
}
