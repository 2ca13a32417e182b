import type { Gate } from './gate.ts';

/** The table of docs/configuration.md matches env.ts. */
export const configurationGate: Gate = {
  name: 'configuration',
  advice: 'Run `npm run configuration` and commit docs/configuration.md.',
  run: async () => {
    // Imported here so that a fault in env.ts fails this gate only.
    const { isConfigurationPageCurrent } = await import('../configuration-page.ts');
    return isConfigurationPageCurrent()
      ? []
      : ['the table of docs/configuration.md differs from server/src/app/settings/env.ts'];
  },
};

/** docs/inventory.schema.json matches the contract. */
export const inventorySchemaGate: Gate = {
  name: 'inventory-schema',
  advice: 'Run `npm run configuration` and commit docs/inventory.schema.json.',
  run: async () => {
    // Imported here so that a fault in the contract fails this gate only.
    const { isInventorySchemaCurrent } = await import('../configuration-page.ts');
    return isInventorySchemaCurrent()
      ? []
      : ['docs/inventory.schema.json differs from contract/src/inventory/schema.ts'];
  },
};

/** The table of docs/permissions.md matches the contract; scripts/permissions/table.test.ts tests that the server matches it too. */
export const permissionsGate: Gate = {
  name: 'permissions',
  advice: 'Run `npm run permissions`, check who may now do what, and commit docs/permissions.md.',
  run: async () => {
    // Imported here so that a fault in the contract fails this gate only.
    const { isPermissionsPageCurrent } = await import('../permissions/table.ts');
    return isPermissionsPageCurrent()
      ? []
      : ['the table of docs/permissions.md differs from the calls of the contract'];
  },
};
