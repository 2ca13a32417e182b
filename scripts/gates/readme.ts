import type { Gate } from './gate.ts';

/** The configuration table of README.md says what env.ts says. */
export const readmeGate: Gate = {
  name: 'readme',
  advice: 'Run `npm run readme` and commit README.md.',
  run: async () => {
    // Loaded late: a fault in env.ts is the fault of this gate, not the end of all of them.
    const { readmeIsCurrent } = await import('../readme-config.ts');
    return readmeIsCurrent() ? [] : ['the configuration table of README.md differs from server/src/app/env.ts'];
  },
};
