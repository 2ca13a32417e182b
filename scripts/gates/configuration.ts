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
