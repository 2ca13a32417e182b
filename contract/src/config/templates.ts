import type { ConfigKindSlug } from './kinds.ts';
import { fillTemplate, type EditableItem, type KnownKeys } from './rules.ts';

interface TemplateRow {
  key: string;
  value?: string;
  /** May contain {tenant_name} (C-076). */
  template?: string;
}

const rows = (keys: string, given: Record<string, Omit<TemplateRow, 'key'>> = {}): TemplateRow[] =>
  keys.split(' ').map((key) => ({ key, ...given[key] }));

/** The documented default keys. CoursePro and HomePortal have no key set, Commsportal's is empty (C-075); nor has a kind left out. */
const TEMPLATES: Readonly<Partial<Record<ConfigKindSlug, readonly TemplateRow[]>>> = {
  homeportal2: rows(
    'asset_path available_languages currencyIso default_language enableI18nInheritance homeportalRedirectUrl onlinejoining ' +
      'paymentRedirectUrlBase postcodeEnabled postfixApi prefixApi tenant_footer tenant_logo tenant_name theme_name',
    { currencyIso: { value: 'GBP' }, default_language: { value: 'en' }, tenant_name: { template: '{tenant_name}' } },
  ),
  licence: rows(
    'centres courses client config ENABLE_HP2_API ENABLE_HOMEPORTAL_BASKET disable_terms distributor expires product',
    { centres: { value: 'unlimited' }, courses: { value: 'unlimited' }, client: { template: '{tenant_name}' } },
  ),
  strive: rows('USE_DB_TENANT'),
  insight: rows('DB_HOST DB_DATABASE DB_USERNAME DB_PASSWORD'),
};

/** The items that 'Inject Default Template' adds; empty where the kind has no key set. */
export function templateItems(kind: ConfigKindSlug, tenantName: string, known: KnownKeys): EditableItem[] {
  return (TEMPLATES[kind] ?? []).map(({ key, value, template }) => ({
    key,
    value: template === undefined ? (value ?? '') : fillTemplate(template, tenantName),
    type: known.has(key) ? 1 : 2,
    state: 1,
    valueTemplate: template ?? null,
    masked: false,
  }));
}
