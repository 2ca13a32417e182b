export { reasonsOf } from './attention.ts';
export { attentionFacts } from './queries.ts';
export { silenceSource } from './timeline.ts';
