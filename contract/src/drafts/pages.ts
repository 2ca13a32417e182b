import { SERVICES } from '../catalogue.ts';
import { CONFIG_KINDS, type ConfigKindSlug } from '../config/kinds.ts';
import { FLEET_KINDS, type FleetKind } from '../fleet/kinds.ts';

/** Names of pages with a form, as used by drafts and presence. */
export const FORM_PAGE = {
  config: (tenantId: number, kind: ConfigKindSlug) => `config:${tenantId}:${kind}`,
  branding: (tenantId: number) => `branding:${tenantId}`,
  service: (tenantId: number, slug: string) => `service:${tenantId}:${slug}`,
  relations: (tenantId: number) => `relations:${tenantId}`,
  /** The default template of a config. */
  template: (kind: ConfigKindSlug) => `template:${kind}`,
  /** @param id null: a new one */
  alertRule: (id: number | null) => `alert-rule:${id ?? 'new'}`,
  /** @param id null: a new one */
  alertChannel: (id: number | null) => `alert-channel:${id ?? 'new'}`,
  /** A maintenance window. @param id null: a new one */
  window: (id: number | null) => `window:${id ?? 'new'}`,
  /** How a monitor is checked. */
  checks: (monitorId: number) => `checks:${monitorId}`,
  /** An item of the fleet. @param key null: a new one */
  item: (kind: FleetKind, key: string | null) => `${kind}:${key ?? 'new'}`,
  /** A new server of an environment. */
  server: (environmentId: number) => `server:${environmentId}`,
  /** A new bulk change. */
  bulk: 'bulk:new',
  /** The licence being edited. */
  licence: 'licence:new',
};

const ID = '[1-9]\\d{0,9}';
const kinds = CONFIG_KINDS.map(({ slug }) => slug).join('|');
const services = SERVICES.map(({ slug }) => slug).join('|');
const ofTenant = `branding:(${ID})|relations:(${ID})|config:(${ID}):(?:${kinds})|service:(${ID}):(?:${services})`;
const items = FLEET_KINDS.map(
  (kind) => `${kind}:(?:new|${kind === 'config_key' ? `(?:${kinds}):[A-Za-z_][\\w.]*` : ID})`,
).join('|');
const others = `template:(?:${kinds})|(?:alert-rule|alert-channel|window):(?:new|${ID})|checks:${ID}|${items}|server:${ID}|bulk:new|licence:new`;

/** Exactly the names of `FORM_PAGE`, except that an id may be too large. */
export const FORM_PAGES = new RegExp(`^(?:${ofTenant}|${others})$`);

/** The tenant a page belongs to; null for other pages. */
export function tenantOfPage(page: string): number | null {
  const id = FORM_PAGES.exec(page)?.slice(1).find(Boolean);
  return id === undefined ? null : Number(id);
}
