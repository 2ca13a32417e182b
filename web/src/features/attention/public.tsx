export { AttentionMark, FirstReason, ShownAttention } from './attention-marks.tsx';
export { AttentionNumbers, AttentionReasons, attentionPath } from './attention-parts.tsx';
export { attentionCounts, useAttention, useAttentionOf, type AttentionByTenant } from './queries.ts';
