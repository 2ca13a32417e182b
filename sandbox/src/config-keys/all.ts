import type { InventoryConfig, InventoryConfigKey } from '@mission-control/contract/inventory/schema';
import { SOAP_KEYS } from '../sites/soap-account.ts';
import { COURSEPRO_KEYS } from './coursepro.ts';
import type { KeySpec } from './key-spec.ts';
import {
  COMMSPORTAL_KEYS,
  HOMEPORTAL2_KEYS,
  HOMEPORTAL_KEYS,
  INSIGHT_KEYS,
  LICENCE_KEYS,
  STRIVE_KEYS,
} from './other-kinds.ts';

/** The known keys of every kind of config. */
export const KEY_SPECS: Record<InventoryConfig['kind'], readonly KeySpec[]> = {
  coursepro: COURSEPRO_KEYS,
  homeportal: HOMEPORTAL_KEYS,
  homeportal2: HOMEPORTAL2_KEYS,
  licence: LICENCE_KEYS,
  strive: STRIVE_KEYS,
  insight: INSIGHT_KEYS,
  commsportal: COMMSPORTAL_KEYS,
};

/** The key metadata as an inventory gives it. */
export function buildConfigKeys(): InventoryConfigKey[] {
  const drawn = (Object.keys(KEY_SPECS) as InventoryConfig['kind'][]).flatMap((kind) =>
    KEY_SPECS[kind].map(({ key }) => ({ kind, ...key })),
  );
  return [...drawn, ...SOAP_KEYS];
}
