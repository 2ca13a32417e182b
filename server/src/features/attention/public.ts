export { reasonsOf } from './attention.ts';
export { attentionFacts } from './queries.ts';
export { stoppedReportsSource } from './timeline.ts';
