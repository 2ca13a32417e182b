/** What a run does. */
export const RUN_KINDS = ['release', 'deploy', 'seed', 'translations', 'branding-generation'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** How a run is; `unknown`: the process that ran it died, so nobody saw how it ended. It is never run again by itself. */
export const RUN_OUTCOMES = ['running', 'succeeded', 'failed', 'aborted', 'unknown'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];
