/** Kinds of items that the fleet pages edit, in tab order; also their names in the API. */
export const FLEET_KINDS = ['environment', 'region', 'account', 'certificate', 'database_host', 'config_key'] as const;
export type FleetKind = (typeof FLEET_KINDS)[number];

/** Name of a kind within sentences, and of its tab. */
export const KIND_WORDS: Readonly<Record<FleetKind, { one: string; tab: string }>> = {
  environment: { one: 'environment', tab: 'Environments' },
  region: { one: 'region', tab: 'Regions' },
  account: { one: 'account', tab: 'Accounts' },
  certificate: { one: 'certificate', tab: 'Certificates' },
  database_host: { one: 'database host', tab: 'Database hosts' },
  config_key: { one: 'config key', tab: 'Config keys' },
};
