import type { InventoryConfigKey, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { createDice } from '../random.ts';

/** Credentials of a site's SOAP API; deterministic. */
export function soapAccount(host: string): { username: string; password: string } {
  return { username: 'mission-control', password: createDice(1, `soap ${host}`).token(20) };
}

const key = (name: string, description: string, secret: boolean): InventoryConfigKey => ({
  kind: 'coursepro',
  key_name: name,
  type: 'string',
  description,
  secret,
  options: [],
  dependencies: [],
  depends: [],
});

/** The CoursePro settings used by the console's SOAP sandbox. */
export const SOAP_KEYS: readonly InventoryConfigKey[] = [
  key('SOAP_WSDL', 'Address of the WSDL of the SOAP API; /soap?wsdl of the primary domain if not set.', false),
  key('SOAP_USERNAME', 'Login at the SOAP API.', false),
  key('SOAP_PASSWORD', 'Password at the SOAP API.', true),
];

/** Adds the credentials of the SOAP API to a tenant's CoursePro config. */
export function withSoapAccount(tenant: InventoryTenant): InventoryTenant {
  const host = tenant.services
    .find(({ slug }) => slug === 'coursepro')
    ?.domains.find((domain) => domain.is_primary)?.host;
  if (host === undefined) return tenant;
  const { username, password } = soapAccount(host);
  const item = (name: string, value: string) => ({ key: name, value, type: 1, state: 1, valueTemplate: null }) as const;
  const items = [item('SOAP_USERNAME', username), item('SOAP_PASSWORD', password)];
  const configs = tenant.configs.map((config) =>
    config.kind === 'coursepro' ? { ...config, items: [...config.items, ...items] } : config,
  );
  return { ...tenant, configs };
}
