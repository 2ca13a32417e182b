import { ITEM_TYPE_LABELS } from '@mission-control/contract/config/rules';

/** The five types as a select offers them. */
export const TYPE_OPTIONS = Object.entries(ITEM_TYPE_LABELS).map(([value, label]) => ({ value, label }));
