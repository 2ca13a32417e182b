import type { AttentionReason } from './schema.ts';

/** Reasons why a tenant can need attention, most urgent first. */
export const ATTENTION_KINDS = [
  'site-down',
  'switch-unconfirmed',
  'drift',
  'cron-failing',
  'certificate',
  'licence',
  'reports-stopped',
  'cron-late',
  'changes-waiting',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Short names, for filters, chips and counts. */
export const ATTENTION_NAMES: Record<AttentionKind, string> = {
  'site-down': 'Site down',
  'switch-unconfirmed': 'Switch not confirmed',
  drift: 'Servers differ',
  'cron-failing': 'Cron failing',
  certificate: 'Certificate expires',
  licence: 'Licence expires',
  'reports-stopped': 'Reports stopped',
  'cron-late': 'Cron late',
  'changes-waiting': 'Changes waiting',
};

/** Position of a kind; the most urgent is 0. */
export const rankOf = (kind: AttentionKind): number => ATTENTION_KINDS.indexOf(kind);

/** Position of the most urgent reason, for sorting; null without one. */
export const urgencyOf = (reasons: readonly AttentionReason[] | undefined): number | null =>
  reasons?.[0] ? rankOf(reasons[0].kind) : null;
