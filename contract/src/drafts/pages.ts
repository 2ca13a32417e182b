import { SERVICES } from '../catalogue.ts';
import { CONFIG_KINDS, type ConfigKindSlug } from '../config/kinds.ts';

/** Names of pages with a form, as drafts and presence know them. */
export const FORM_PAGE = {
  config: (tenantId: number, kind: ConfigKindSlug) => `config:${tenantId}:${kind}`,
  branding: (tenantId: number) => `branding:${tenantId}`,
  service: (tenantId: number, slug: string) => `service:${tenantId}:${slug}`,
  /** The default template of a config. */
  template: (kind: ConfigKindSlug) => `template:${kind}`,
  /** @param id null: a new one */
  alertRule: (id: number | null) => `alert-rule:${id ?? 'new'}`,
  /** A new bulk change. */
  bulk: 'bulk:new',
};

const ID = '[1-9]\\d{0,8}';
const kinds = CONFIG_KINDS.map(({ slug }) => slug).join('|');
const services = SERVICES.map(({ slug }) => slug).join('|');
const ofTenant = `branding:(${ID})|config:(${ID}):(?:${kinds})|service:(${ID}):(?:${services})`;

/** Exactly the names of `FORM_PAGE`. */
export const FORM_PAGES = new RegExp(`^(?:${ofTenant}|template:(?:${kinds})|alert-rule:(?:new|${ID})|bulk:new)$`);

/** Tenant that a page belongs to; null for pages of no tenant. */
export function tenantOfPage(page: string): number | null {
  const id = FORM_PAGES.exec(page)?.slice(1).find(Boolean);
  return id === undefined ? null : Number(id);
}
