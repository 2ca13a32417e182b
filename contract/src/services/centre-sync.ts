/** Said when the Strive site has the centres and languages of the CoursePro site [TEN-71]. */
export const CENTRES_SYNCED = 'Centres and languages synced to strive';

/** Said when one of the sites failed [TEN-72]. */
export const centreSyncFailed = (message: string): string => `Error: ${message}`;
