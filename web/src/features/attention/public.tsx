export { AttentionMark, FirstReason } from './attention-marks.tsx';
export { AttentionNumbers, AttentionReasons, attentionPath } from './attention-parts.tsx';
export { attentionCounts, useAttention, type AttentionByTenant } from './queries.ts';
