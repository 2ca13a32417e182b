/** The button of the tool [SEED-02, SEED-03]. */
export const seedButton = (tenant: string | null): string =>
  tenant === null ? 'Select a Tenant' : `Seed Tenant - ${tenant}`;

/** @param error message from the server; '' for none [SEED-09] */
export const seedFailed = (error: string): string => `Failed to seed tenant - ${error === '' ? '?' : error}`;

/** [SEED-10] */
export const seedComplete = (tenant: string): string => `Tenant ${tenant} seed complete`;

export const SEEDING_OUTPUT = 'Seeding output';
