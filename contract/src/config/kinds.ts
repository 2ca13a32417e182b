import { SERVICES, type ConfigFormat } from '../catalogue.ts';

/** A kind of config; the licence config belongs to the CoursePro service. */
export interface ConfigKind {
  /** In URLs, API paths and the database; also the suffix of the config calls. */
  slug: ConfigKindSlug;
  /** Name in the editor. */
  label: string;
  /** Position of its tab, from 0. */
  tabIndex: number;
  /** Index in config_hashes and current_hashes (C-029). */
  hashIndex: 1 | 2 | 3 | 4 | 5;
  format: ConfigFormat;
  /** Slug of the service the tenant must have; the file is published to its environments. */
  service: string;
  /** File name of the rendered config on a server. */
  fileName: string;
}

type ConfiguredService = Extract<(typeof SERVICES)[number], { config: object }>;
export type ConfigKindSlug = ConfiguredService['slug'] | 'licence';

const EXTENSIONS: Record<ConfigFormat, string> = { php: 'php', json: 'json', dotenv: 'env' };

const hasConfig = (service: (typeof SERVICES)[number]): service is ConfiguredService => service.config !== null;
const ofServices = SERVICES.filter(hasConfig).map((service) => ({
  slug: service.slug,
  label: service.configLabel,
  ...service.config,
  service: service.slug,
  fileName: `${service.slug}.${EXTENSIONS[service.config.format]}`,
}));

/** The licence is not a service. */
const licence = {
  slug: 'licence',
  label: 'Licence',
  hashIndex: 4,
  format: 'json',
  service: 'coursepro',
  fileName: 'licence.json',
} as const;
const LICENCE_TAB = 3;

/** In tab order: one per service with a config, and the licence. */
export const CONFIG_KINDS: readonly ConfigKind[] = [
  ...ofServices.slice(0, LICENCE_TAB),
  licence,
  ...ofServices.slice(LICENCE_TAB),
].map((kind, tabIndex) => ({ ...kind, tabIndex }));

const bySlug: ReadonlyMap<string, ConfigKind> = new Map(CONFIG_KINDS.map((kind) => [kind.slug, kind]));

/** Finds a kind by slug; undefined for anything else, including hostile names such as `__proto__`. */
export function findConfigKind(slug: string): ConfigKind | undefined {
  return bySlug.get(slug);
}

/** Name of a kind on the screens. */
export const configLabel = (slug: string): string => findConfigKind(slug)?.label ?? slug;
