import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Language } from './joining-html.ts';

interface BrandingSearch {
  tab?: 'email';
  lang?: Language;
}

/** The open tab and language, as the address has them; what is usual is left out. It is part of the first load, so it needs nothing. */
export function brandingSearch({ tab, lang }: Record<string, unknown>): BrandingSearch {
  return { ...(tab === 'email' && { tab }), ...(lang === 'cy' && { lang }) };
}

/** The open tab and language of the Branding page, kept in its address. */
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
        replace: true,
        resetScroll: false,
      }),
  };
}
