import { reservedFault } from './limits.ts';
import { findConfigKind, type ConfigKindSlug } from './kinds.ts';
import {
  fillTemplate,
  isBooleanKey,
  isNumberKey,
  optionsOf,
  TEMPLATE_FACTS,
  type EditableItem,
  type TemplateFacts,
} from './rules.ts';
import type { KeyMeta } from './schema.ts';
import { isSecret } from './secrets.ts';
import { errorsOf, valueRemark, warningsOf } from './warnings.ts';

/** A setting of a default template; its value may contain the facts of `TEMPLATE_FACTS` (C-076). */
export interface TemplateRow {
  key: string;
  value: string;
}

const rows = (keys: string, values: Readonly<Record<string, string>> = {}): TemplateRow[] =>
  keys.split(' ').map((key) => ({ key, value: values[key] ?? '' }));

/** The documented default keys. CoursePro and HomePortal have no key set, Commsportal's is empty (C-075); omitted kinds have none. */
const DOCUMENTED: Readonly<Partial<Record<ConfigKindSlug, readonly TemplateRow[]>>> = {
  homeportal2: rows(
    'asset_path available_languages currencyIso default_language enableI18nInheritance homeportalRedirectUrl onlinejoining ' +
      'paymentRedirectUrlBase postcodeEnabled postfixApi prefixApi tenant_footer tenant_logo tenant_name theme_name',
    { currencyIso: 'GBP', default_language: 'en', tenant_name: '{tenant_name}' },
  ),
  licence: rows(
    'centres courses client config ENABLE_HP2_API ENABLE_HOMEPORTAL_BASKET disable_terms distributor expires product',
    { centres: 'unlimited', courses: 'unlimited', client: '{tenant_name}' },
  ),
  strive: rows('USE_DB_TENANT'),
  insight: rows('DB_HOST DB_DATABASE DB_USERNAME DB_PASSWORD', {
    DB_HOST: '{database_host}',
    DB_DATABASE: '{database}',
    DB_USERNAME: '{database}',
  }),
};

/** The documented template of a kind, which applies until an admin saves another one. */
export const documentedTemplate = (kind: ConfigKindSlug): readonly TemplateRow[] => DOCUMENTED[kind] ?? [];

type Keys = ReadonlyMap<string, KeyMeta>;

function itemOf({ key, value }: TemplateRow, facts: TemplateFacts, keys: Keys): EditableItem {
  const filled = fillTemplate(value, facts);
  return {
    key,
    value: filled,
    type: keys.has(key) ? 1 : 2,
    state: 1,
    valueTemplate: value.includes('{tenant_name}') ? value : null,
    masked: false,
  };
}

/**
 * The items that 'Inject Default Template' adds. Where the template gives no value, or one that the installation's key does not
 * accept, a valid value is used instead.
 */
export function templateItems(template: readonly TemplateRow[], facts: TemplateFacts, keys: Keys): EditableItem[] {
  // Enable settings that other settings of the template require, so that none starts with a warning.
  const required = new Set(
    template.flatMap(({ key }) => keys.get(key)?.depends ?? []).map((one) => one.depends_on_name),
  );
  return template.map((row) => {
    const item = itemOf(row, facts, keys);
    const meta = keys.get(row.key);
    if (!meta || isAccepted(item, meta)) return item;
    return { ...item, value: usableValue(meta, required.has(row.key)) };
  });
}

/** True if the value is valid for its key, regardless of other settings. */
const isAccepted = (item: EditableItem, meta: KeyMeta): boolean =>
  valueRemark(item, meta) === null && warningsOf([item], [{ ...meta, dependencies: [], depends: [] }]).length === 0;

function usableValue(meta: KeyMeta, required: boolean): string {
  if (isBooleanKey(meta)) return required ? 'True' : 'False';
  const [first] = optionsOf(meta);
  return first?.value ?? (isNumberKey(meta) ? '0' : '');
}

const SAMPLE: TemplateFacts = {
  tenant_name: 'Tenant',
  domain: 'tenant.example.com',
  database_host: 'db.example.com',
  database_port: '5432',
  database: 'tenant_1',
};
/** Maps each placeholder to itself. */
const ITSELF = Object.fromEntries(TEMPLATE_FACTS.map((name) => [name, `{${name}}`])) as unknown as TemplateFacts;

/** Why a template cannot be saved: validator remarks, reserved names, and secrets, which must be specific to each tenant. */
export function templateFaults(kind: ConfigKindSlug, template: readonly TemplateRow[], keys: Keys): string[] {
  const secrets = new Set(template.flatMap((row) => (row.value !== '' && isSecret(row, keys) ? [row.key] : [])));
  // Remarks quote values, except masked ones.
  const items = template.map((row) => ({ ...itemOf(row, SAMPLE, keys), masked: secrets.has(row.key) }));
  const remarks = [...errorsOf(items, keys.values()), ...warningsOf(items, keys.values())];
  const format = findConfigKind(kind)?.format ?? 'php';
  return [
    ...remarks.map(({ message }) => message),
    ...items.flatMap((item) => reservedFault(format, item) ?? []),
    ...[...secrets].map((key) => `${key} is a secret: leave it empty, each tenant has its own`),
  ];
}

/** The template as shown, without values of secrets. */
export const withoutSecrets = (template: readonly TemplateRow[], keys: Keys): TemplateRow[] =>
  template.map((row) => (isSecret(row, keys) ? { ...row, value: '' } : row));

/** The documented template with values that the installation's keys accept: the initial content of the editor. */
export const usableTemplate = (kind: ConfigKindSlug, keys: Keys): TemplateRow[] =>
  templateItems(documentedTemplate(kind), ITSELF, keys).map(({ key, value }) => ({ key, value }));
