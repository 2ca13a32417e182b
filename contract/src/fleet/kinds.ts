/** Kinds of things that the fleet pages edit, in the order of their tabs; also their names in the API. */
export const FLEET_KINDS = ['environment', 'region', 'account', 'certificate', 'database_host', 'config_key'] as const;
export type FleetKind = (typeof FLEET_KINDS)[number];

/** A kind in sentences, and its tab. */
export const KIND_WORDS: Readonly<Record<FleetKind, { one: string; tab: string }>> = {
  environment: { one: 'environment', tab: 'Environments' },
  region: { one: 'region', tab: 'Regions' },
  account: { one: 'account', tab: 'Accounts' },
  certificate: { one: 'certificate', tab: 'Certificates' },
  database_host: { one: 'database host', tab: 'Database hosts' },
  config_key: { one: 'config key', tab: 'Config keys' },
};
