import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportedSettings } from '@mission-control/contract/config/exported-settings';
import { findConfigKind, type ConfigKind } from '@mission-control/contract/config/kinds';
import { itemsBeforeLastSave } from '@mission-control/contract/inventory/rules';
import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { renderFile } from '@mission-control/published-files';
import { BRIMHAM } from './brimham.ts';
import { createDice } from './random.ts';

/** Maximum published configs, about those of 600 tenants: writing all servers of a large fleet would take too long. */
const MAX_PUBLISHED = 2500;

/** Declares configs beyond the first 2500, and all outside the first part of the fleet, as never published. */
export function limitPublished(tenants: readonly InventoryTenant[], isFirst: boolean): void {
  const published = tenants.flatMap((tenant) => tenant.configs.filter((config) => config.committed !== 'never'));
  for (const config of published.slice(isFirst ? MAX_PUBLISHED : 0))
    Object.assign(config, { committed: 'never', unpublished: [] });
}

/**
 * Writes the files on the fleet's servers before the console is introduced: `folder/<host>/config/tenants/<id>/<file>`. A few were
 * edited by hand on one server.
 */
export function writeServerFiles(folder: string, inventory: Inventory): void {
  const hostsOf = new Map(inventory.environments.map((one) => [one.name, one.servers]));
  const keys = Map.groupBy(inventory.config_keys, (key) => key.kind);
  const dice = createDice(1, 'edited by hand');
  const made = new Set<string>();
  for (const tenant of inventory.tenants) {
    for (const config of tenant.configs) {
      const kind = findConfigKind(config.kind);
      if (!kind || config.committed === 'never') continue;
      const types = new Map(keys.get(kind.slug)?.map((key) => [key.key_name, key]));
      const text = renderFile(kind.format, exportedSettings(kind.format, itemsBeforeLastSave(config), types));
      const edited =
        tenant.name === BRIMHAM ? kind.slug === 'insight' : config.committed === 'same' && dice.chance(0.017);
      const hosts = environmentsOf(tenant, kind).flatMap((name) => hostsOf.get(name) ?? []);
      for (const [at, host] of hosts.entries()) {
        const place = join(folder, host, 'config', 'tenants', String(tenant.id));
        if (!made.has(place)) mkdirSync(place, { recursive: true, mode: 0o750 });
        made.add(place);
        writeFileSync(join(place, kind.fileName), edited && at === 0 ? text + HAND_EDITS[kind.format] : text, {
          mode: 0o640,
        });
      }
    }
  }
}

const HAND_EDITS = {
  php: '// temporary fix, remove after the weekend\n',
  json: '\n',
  dotenv: '# temporary fix\n',
} as const;

function environmentsOf(tenant: InventoryTenant, kind: ConfigKind): string[] {
  const service = tenant.services.find((one) => one.slug === kind.service);
  return [service?.web_environment, service?.worker_environment].filter((name) => typeof name === 'string');
}
