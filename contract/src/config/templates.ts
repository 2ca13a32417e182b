import type { ConfigKindSlug } from './kinds.ts';
import { fillTemplate, isBooleanKey, isNumberKey, optionsOf, type EditableItem } from './rules.ts';
import type { KeyMeta } from './schema.ts';
import { valueRemark } from './warnings.ts';

interface TemplateRow {
  key: string;
  value?: string;
  /** May contain {tenant_name} (C-076). */
  template?: string;
}

const rows = (keys: string, given: Record<string, Omit<TemplateRow, 'key'>> = {}): TemplateRow[] =>
  keys.split(' ').map((key) => ({ key, ...given[key] }));

/** The documented default keys. CoursePro and HomePortal have no key set, Commsportal's is empty (C-075); omitted kinds have none. */
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

/**
 * The items that 'Inject Default Template' adds; empty when the kind has no key set. Where the documents give no value, or one
 * that the installation's key does not accept, a valid value is used instead.
 */
export function templateItems(
  kind: ConfigKindSlug,
  tenantName: string,
  keys: ReadonlyMap<string, KeyMeta>,
): EditableItem[] {
  const template = TEMPLATES[kind] ?? [];
  // Enable settings that others of the template require, so that none starts with a warning.
  const required = new Set(
    template.flatMap(({ key }) => keys.get(key)?.depends ?? []).map((one) => one.depends_on_name),
  );
  return template.map(({ key, value = '', template: text }) => {
    const meta = keys.get(key);
    const item: EditableItem = {
      key,
      value: text === undefined ? value : fillTemplate(text, tenantName),
      type: meta ? 1 : 2,
      state: 1,
      valueTemplate: text ?? null,
      masked: false,
    };
    if (!meta || valueRemark(item, meta) === null) return item;
    return { ...item, value: usableValue(meta, required.has(key)) };
  });
}

function usableValue(meta: KeyMeta, required: boolean): string {
  if (isBooleanKey(meta)) return required ? 'True' : 'False';
  const [first] = optionsOf(meta);
  return first?.value ?? (isNumberKey(meta) ? '0' : '');
}
