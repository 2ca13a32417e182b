export { attentionOfTenant } from './attention.ts';
export { silenceSource } from './timeline.ts';
