import { SERVICES } from '@mission-control/contract/catalogue';
import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import type { FleetKind } from '@mission-control/contract/fleet/kinds';
import type { SelectOption } from '../../ui/field/select-field.tsx';
import type { Fields } from './use-fleet.ts';

/** Texts of a form by field name. */
export type Texts = Readonly<Record<string, string>>;

/** A form field of an item; the server validates it. */
export interface FieldDef {
  name: string;
  label: string;
  look: 'line' | 'lines' | 'select' | 'check';
  help?: string;
  mono?: true;
  /** Read-only once the item exists. */
  fixed?: true;
  options?: (about: { texts: Texts; regions: readonly string[] }) => readonly SelectOption[];
  /** Default: the text itself. */
  text?: (value: unknown) => string;
  /** Undefined omits the field. */
  value?: (text: string) => unknown;
}

const options = (values: readonly string[]): SelectOption[] => values.map((value) => ({ value, label: value }));
const lines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);

const NAME: FieldDef = { name: 'name', label: 'Name', look: 'line' };
const REGION: FieldDef = {
  name: 'region',
  label: 'Region',
  look: 'select',
  options: ({ regions }) => options(regions),
};

const ROLES = ['web', 'worker', 'sns'] as const;
const ROLE_LABELS = { web: 'web', worker: 'worker', sns: 'SNS' } as const;

/** What an environment of this type hosts: 'CoursePro web', or just the number. */
export function typeLabel(type: number): string {
  const names = SERVICES.flatMap(({ displayName, environmentTypes }) =>
    ROLES.filter((role) => environmentTypes[role] === type).map((role) => `${displayName} ${ROLE_LABELS[role]}`),
  );
  return names.length === 0 ? `Type ${type}` : names.join(', ');
}

const TYPES = [
  ...new Set(SERVICES.flatMap(({ environmentTypes }) => ROLES.flatMap((role) => environmentTypes[role] ?? []))),
].toSorted((a, b) => a - b);

/** Services that have environments of the type. */
const servicesOf = (type: number) =>
  SERVICES.filter(({ environmentTypes }) => ROLES.some((role) => environmentTypes[role] === type));

const ENVIRONMENT: readonly FieldDef[] = [
  NAME,
  {
    name: 'type',
    label: 'Type',
    look: 'select',
    options: ({ texts }) =>
      [...new Set([...TYPES, Number(texts.type) || 1])].map((type) => ({
        value: String(type),
        label: `${type} · ${typeLabel(type)}`,
      })),
    text: String,
    value: Number,
  },
  {
    name: 'services',
    label: 'Serves',
    look: 'select',
    options: ({ texts }) => [
      { value: '', label: 'Every service of its type' },
      ...(texts.services?.includes(',') ? options([texts.services]) : []),
      ...servicesOf(Number(texts.type)).map(({ slug, displayName }) => ({ value: slug, label: `${displayName} only` })),
    ],
    text: (value) => (Array.isArray(value) ? value.join(',') : ''),
    value: (text) => (text === '' ? undefined : text.split(',')),
  },
  REGION,
  { name: 'group_name', label: 'Group', look: 'line', help: 'A name with blue or green in it gets that colour.' },
  { name: 'instance_id', label: 'Instance id', look: 'line', mono: true },
  { name: 'fqdn', label: 'FQDN', look: 'line', mono: true },
  {
    name: 'servers',
    label: 'Servers',
    look: 'lines',
    mono: true,
    help: 'Host names, one per line. Each gets the files of every config that lives here.',
    text: (value) => (Array.isArray(value) ? value.join('\n') : ''),
    value: lines,
  },
];

const DATABASE_HOST: readonly FieldDef[] = [
  NAME,
  { name: 'label', label: 'Label', look: 'line' },
  {
    name: 'service',
    label: 'Service',
    look: 'select',
    options: () => SERVICES.map(({ slug, displayName }) => ({ value: slug, label: displayName })),
  },
  REGION,
  { name: 'identifier', label: 'Identifier', look: 'line', mono: true },
  { name: 'endpoint', label: 'Endpoint', look: 'line', mono: true, help: 'Host and port.' },
  { name: 'notes', label: 'Notes', look: 'line' },
];

interface Option {
  display_name: string;
  value: string;
}
interface Dependency {
  name: string;
  values: string[];
}

/** What is before and after the first separator, which may lack its spaces; the second is undefined without one. */
function pairOf(line: string, separator: string): [string, string | undefined] {
  const found = [separator, separator.trim()].find((one) => line.includes(one));
  if (found === undefined) return [line.trim(), undefined];
  const at = line.indexOf(found);
  return [line.slice(0, at).trim(), line.slice(at + found.length).trim()];
}

const CONFIG_KEY: readonly FieldDef[] = [
  {
    name: 'kind',
    label: 'Config',
    look: 'select',
    fixed: true,
    options: () => CONFIG_KINDS.map(({ slug, label }) => ({ value: slug, label })),
  },
  { name: 'key_name', label: 'Name', look: 'line', mono: true, fixed: true },
  {
    name: 'type',
    label: 'Type',
    look: 'select',
    options: ({ texts }) => options([...new Set(['string', 'number', 'boolean', 'select', texts.type || 'string'])]),
  },
  {
    name: 'secret',
    label: 'Secret: encrypted, masked, and revealed only with a reason',
    look: 'check',
    text: (value) => (value === true ? 'true' : ''),
    value: (text) => text === 'true',
  },
  { name: 'description', label: 'Help', look: 'line' },
  {
    name: 'options',
    label: 'Choices',
    look: 'lines',
    help: 'For a select: one per line, as value = label.',
    text: (value) => ((value ?? []) as Option[]).map((one) => `${one.value} = ${one.display_name}`).join('\n'),
    value: (text) =>
      text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => {
          const [value, label] = pairOf(line, ' = ');
          return { value, display_name: label ?? value };
        }),
  },
  {
    name: 'depends',
    label: 'Settings that must be true',
    look: 'lines',
    mono: true,
    help: 'Names of settings, one per line.',
    text: (value) => ((value ?? []) as { depends_on_name: string }[]).map((one) => one.depends_on_name).join('\n'),
    value: (text) => lines(text).map((name) => ({ depends_on_name: name })),
  },
  {
    name: 'dependencies',
    label: 'Settings that must have a value',
    look: 'lines',
    mono: true,
    help: 'One setting per line, as NAME = one | another.',
    text: (value) => ((value ?? []) as Dependency[]).map((one) => `${one.name} = ${one.values.join(' | ')}`).join('\n'),
    value: (text) =>
      text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => {
          const [name, values = ''] = pairOf(line, '=');
          return { name, values: values.split('|').map((one) => one.trim()) };
        }),
  },
];

/** The fields of each kind in the order of its form. */
export const FIELDS: Readonly<Record<FleetKind, readonly FieldDef[]>> = {
  environment: ENVIRONMENT,
  region: [NAME, { name: 'description', label: 'Description', look: 'line' }],
  account: [NAME],
  certificate: [NAME, { name: 'domain', label: 'Domain', look: 'line', mono: true, help: 'May begin with *.' }],
  database_host: DATABASE_HOST,
  config_key: CONFIG_KEY,
};

/** The form texts of these fields; a select without a value gets its first option. */
export function textsOf(kind: FleetKind, fields: Fields, regions: readonly string[]): Texts {
  const texts: Record<string, string> = {};
  for (const { name, look, options: choices, text } of FIELDS[kind]) {
    const value = fields[name];
    if (text && (value !== undefined || look !== 'select')) texts[name] = text(value);
    else if (typeof value === 'string') texts[name] = value;
    else texts[name] = (look === 'select' && choices?.({ texts, regions })[0]?.value) || '';
  }
  return texts;
}

/** Parses the texts of a form into fields. */
export function fieldsOf(kind: FleetKind, texts: Texts): Fields {
  return Object.fromEntries(
    FIELDS[kind].flatMap(({ name, value }) => {
      const text = texts[name] ?? '';
      const meant = value ? value(text) : text.trim();
      return meant === undefined ? [] : [[name, meant]];
    }),
  );
}
