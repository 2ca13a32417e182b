export { fleetTimeline } from './timeline.ts';
