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

const KEY_SPECS: Partial<Record<InventoryConfig['kind'], readonly KeySpec[]>> = {
  coursepro: COURSEPRO_KEYS,
  homeportal: HOMEPORTAL_KEYS,
  homeportal2: HOMEPORTAL2_KEYS,
  licence: LICENCE_KEYS,
  strive: STRIVE_KEYS,
  insight: INSIGHT_KEYS,
  commsportal: COMMSPORTAL_KEYS,
};

/** Known keys of a kind of config; empty for kinds unknown to the sandbox. */
export const keySpecs = (kind: InventoryConfig['kind']): readonly KeySpec[] => KEY_SPECS[kind] ?? [];

/** Key metadata in inventory format. */
export function buildConfigKeys(): InventoryConfigKey[] {
  const drawn = (Object.keys(KEY_SPECS) as InventoryConfig['kind'][]).flatMap((kind) =>
    keySpecs(kind).map(({ key }) => ({ kind, ...key })),
  );
  return [...drawn, ...SOAP_KEYS];
}
