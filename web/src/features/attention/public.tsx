export { AttentionMark, AttentionNumbers, AttentionReasons, FirstReason, attentionPath } from './attention-parts.tsx';
export { attentionCounts, useAttention, type AttentionByTenant } from './queries.ts';
