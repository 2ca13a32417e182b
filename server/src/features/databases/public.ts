export { importDatabaseLoads, readSamples } from './queries-samples.ts';
export { minuteOf, type HourOfSamples } from './activity.ts';
