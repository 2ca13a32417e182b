import { findService, type ConfigFormat } from '../services/catalogue.ts';

/** A kind of config. Seven exist; the licence config belongs to the CoursePro service. */
export interface ConfigKind {
  /** In URLs, API paths and the database; also the suffix of the config calls. */
  slug: ConfigKindSlug;
  /** The config type as the editor names it. */
  label: string;
  /** Position of its tab, from 0. */
  tabIndex: number;
  /** Index in config_hashes and current_hashes (C-029). */
  hashIndex: 1 | 2 | 3 | 4 | 5;
  format: ConfigFormat;
  /** Slug of the service that a tenant must have, and on whose environments the file is published. */
  service: string;
  /** File name of the rendered config on a server. */
  fileName: string;
}

/** In the order of their tabs. */
const KIND_SLUGS = ['coursepro', 'homeportal', 'homeportal2', 'licence', 'strive', 'insight', 'commsportal'] as const;
export type ConfigKindSlug = (typeof KIND_SLUGS)[number];

const EXTENSIONS: Record<ConfigFormat, string> = { php: 'php', json: 'json', dotenv: 'env' };

/** The seven kinds, derived from the service catalogue where a service of that name exists. */
export const CONFIG_KINDS: readonly ConfigKind[] = KIND_SLUGS.map((slug, tabIndex) => {
  if (slug === 'licence') {
    return {
      slug,
      label: 'Licence',
      tabIndex,
      hashIndex: 4,
      format: 'json',
      service: 'coursepro',
      fileName: 'licence.json',
    };
  }
  const service = findService(slug);
  if (!service?.config) throw new Error(`The service catalogue has no config for ${slug}.`);
  const { hashIndex, format } = service.config;
  return {
    slug,
    label: service.configLabel,
    tabIndex,
    hashIndex,
    format,
    service: slug,
    fileName: `${slug}.${EXTENSIONS[format]}`,
  };
});

const bySlug: ReadonlyMap<string, ConfigKind> = new Map(CONFIG_KINDS.map((kind) => [kind.slug, kind]));

/** The row of a slug; undefined for anything else, `__proto__` and other hostile names included. */
export function findConfigKind(slug: string): ConfigKind | undefined {
  return bySlug.get(slug);
}
