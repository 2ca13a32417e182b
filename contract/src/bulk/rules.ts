import { findService } from '../catalogue.ts';
import { findConfigKind } from '../config/kinds.ts';
import type { BulkAction, BulkStages } from './schema.ts';

/** Maximum tenants per bulk change. */
export const BULK_TENANTS = 10_000;
/** Longest pause between two stages, in seconds. */
export const MAX_PAUSE_S = 86_400;

/**
 * The stages of a bulk change: the canary, each of the shares (cumulative percent of all tenants, ascending), and the rest. Stages
 * without tenants are left out.
 */
export function stagesOf(
  tenants: number,
  { canary, shares }: Pick<BulkStages, 'canary' | 'shares'>,
): { name: string; tenants: number }[] {
  const ends = [
    { name: 'Canary', end: canary },
    ...shares.map((percent) => ({ name: `${percent} %`, end: Math.ceil((tenants * percent) / 100) })),
    { name: canary > 0 || shares.length > 0 ? 'The rest' : 'All', end: tenants },
  ];
  let reached = 0;
  return ends.flatMap(({ name, end }) => {
    const size = Math.min(end, tenants) - reached;
    if (size <= 0) return [];
    reached += size;
    return [{ name, tenants: size }];
  });
}

/** Title of a bulk change: 'Set BRIDGE_TIMEOUT to 60 in CoursePro'. @param value the displayed value */
export function bulkTitle(action: BulkAction, value?: string): string {
  switch (action.kind) {
    case 'setting': {
      const where = findConfigKind(action.config)?.label ?? action.config;
      if (action.change === 'remove') return `Remove ${action.key} from ${where}`;
      const shown = cut(value ?? action.value) || 'empty';
      return action.change === 'add'
        ? `Add ${action.key} = ${shown} to ${where}`
        : `Set ${action.key} to ${shown} in ${where}`;
    }
    case 'commit':
      return `Commit ${findConfigKind(action.config)?.label ?? action.config}`;
    case 'take-over':
      return `Take over ${findConfigKind(action.config)?.label ?? action.config} from the servers`;
    case 'validate':
      return `Validate ${findConfigKind(action.config)?.label ?? action.config}`;
    case 'switch': {
      const name = action.name === 'cron' ? 'cron' : 'maintenance';
      return `Switch ${name} of ${findService(action.service)?.displayName ?? action.service} ${onOff(action.on)}`;
    }
    case 'active':
      return action.on ? 'Switch tenants active' : 'Switch tenants inactive';
    case 'deployment-group':
      return `Move to deployment group ${action.group}`;
    case 'log-level':
      return `Log level ${action.level} for ${action.minutes} min`;
    case 'undo':
      return `Undo bulk change ${action.of}`;
    case 'retry':
      return `Retry bulk change ${action.of}`;
  }
}

const MAX_TITLE_VALUE = 40;
const cut = (value: string): string => {
  const line = value.replace(/\s+/g, ' ').trim();
  return line.length > MAX_TITLE_VALUE ? `${Array.from(line).slice(0, MAX_TITLE_VALUE).join('')}...` : line;
};

const onOff = (on: boolean): string => (on ? 'on' : 'off');

/** Path of a bulk change in the console; also recorded in the audit events of its tenants. */
export const bulkPath = (id: number): string => `/bulk/${id}`;
