import {
  mdiCheck,
  mdiCircleOutline,
  mdiCloseCircle,
  mdiEqual,
  mdiMinusCircleOutline,
  mdiPencil,
  mdiProgressClock,
  mdiSkipNext,
} from '@mdi/js';
import type {
  BulkAction,
  BulkChange,
  BulkPlanRow,
  BulkRowState,
  BulkState,
} from '@mission-control/contract/bulk/schema';
import { SERVICES } from '@mission-control/contract/catalogue';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ChipMeaning } from '../../ui/display/status-chip.tsx';

export const CHECK_WORDS: Record<
  BulkPlanRow['check'],
  { word: string; label: string; icon: string; meaning: ChipMeaning }
> = {
  change: { word: 'Ready', label: 'Will change', icon: mdiCheck, meaning: 'good' },
  unchanged: { word: 'No change', label: 'No change', icon: mdiEqual, meaning: 'plain' },
  conflict: { word: 'Conflict', label: 'Conflict', icon: mdiPencil, meaning: 'warn' },
  invalid: { word: 'Not valid', label: 'Not valid', icon: mdiCloseCircle, meaning: 'bad' },
  refused: { word: 'Not possible', label: 'Not possible', icon: mdiMinusCircleOutline, meaning: 'plain' },
};

export const ROW_WORDS: Record<BulkRowState, { word: string; icon: string; meaning: ChipMeaning }> = {
  failed: { word: 'Failed', icon: mdiCloseCircle, meaning: 'bad' },
  running: { word: 'Working', icon: mdiProgressClock, meaning: 'notice' },
  done: { word: 'Done', icon: mdiCheck, meaning: 'good' },
  unchanged: { word: 'No change', icon: mdiEqual, meaning: 'plain' },
  skipped: { word: 'Skipped', icon: mdiSkipNext, meaning: 'plain' },
  waiting: { word: 'Waiting', icon: mdiCircleOutline, meaning: 'plain' },
};

export const STATE_WORDS: Record<BulkState, { word: string; meaning: ChipMeaning }> = {
  running: { word: 'Running', meaning: 'notice' },
  waiting: { word: 'Between stages', meaning: 'notice' },
  paused: { word: 'Paused', meaning: 'off' },
  stopped: { word: 'Stopped', meaning: 'bad' },
  done: { word: 'Done', meaning: 'good' },
};

export const isUnderWay = ({ state }: Pick<BulkChange, 'state'>): boolean => state !== 'done' && state !== 'stopped';

/** The actions to choose from. */
export const ACTIONS = [
  { value: 'setting', label: 'Change a setting' },
  { value: 'commit', label: 'Commit pending changes' },
  { value: 'take-over', label: 'Take over server files' },
  { value: 'validate', label: 'Validate' },
  { value: 'maintenance', label: 'Maintenance on or off' },
  { value: 'cron', label: 'Cron on or off' },
  { value: 'active', label: 'Active on or off' },
  { value: 'deployment-group', label: 'Deployment group' },
  { value: 'log-level', label: 'Log level for a time' },
] as const;
type ActionChoice = (typeof ACTIONS)[number]['value'];

/** The fields of the form; the action uses those of its kind. */
export interface ActionFields {
  action: ActionChoice;
  config: ConfigKindSlug;
  change: 'set' | 'add' | 'remove';
  key: string;
  value: string;
  commit: boolean;
  /** Take over even if the next commit would change what a file means. */
  acceptLosses: boolean;
  service: string;
  on: boolean;
  /** Minutes until a switch reverts; 0: never. */
  ends: number;
  group: string;
  level: Extract<BulkAction, { kind: 'log-level' }>['level'];
  minutes: Extract<BulkAction, { kind: 'log-level' }>['minutes'];
}

const MINUTE_MS = 60_000;

/** The action of the form. @param now for the end of a switch */
export function actionOf(fields: ActionFields, now: number): BulkAction {
  const { action, config, on, ends } = fields;
  const until = ends === 0 ? undefined : new Date(now + ends * MINUTE_MS).toISOString();
  switch (action) {
    case 'setting': {
      const { change, key, value, commit } = fields;
      return { kind: 'setting', config, change, key: key.trim(), value: change === 'remove' ? '' : value, commit };
    }
    case 'commit':
    case 'validate':
      return { kind: action, config };
    case 'take-over':
      return { kind: action, config, accept_losses: fields.acceptLosses };
    case 'maintenance':
    case 'cron': {
      const service = SERVICES.find(({ slug }) => slug === fields.service)?.slug ?? 'coursepro';
      return { kind: 'switch', service, name: action, on, until };
    }
    case 'active':
      return { kind: 'active', on, until };
    case 'deployment-group':
      return { kind: 'deployment-group', group: fields.group.trim() };
    case 'log-level':
      return { kind: 'log-level', level: fields.level, minutes: fields.minutes };
  }
}

/** Parses ascending shares, such as '10%, 50%, rest'; null if the text is invalid. */
export function parseShares(text: string): number[] | null {
  const parts = text
    .split(/[\s,;%]+/)
    .filter((part) => part !== '' && !/^(the|rest)$/i.test(part))
    .map(Number);
  const fits = parts.every((one, at) => Number.isInteger(one) && one > (parts[at - 1] ?? 0) && one < 100);
  return fits ? parts : null;
}
