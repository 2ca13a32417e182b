import { serviceName } from '../catalogue.ts';
import { configLabel } from '../config/kinds.ts';
import { cutText } from '../cut-text.ts';
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
    ...shares.map((percent) => ({ name: `${percent}%`, end: Math.ceil((tenants * percent) / 100) })),
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
      const where = configLabel(action.config);
      if (action.change === 'remove') return `Remove ${action.key} from ${where}`;
      const shown = titleValue(value ?? action.value) || 'empty';
      return action.change === 'add'
        ? `Add ${action.key} = ${shown} to ${where}`
        : `Set ${action.key} to ${shown} in ${where}`;
    }
    case 'commit':
      return `Commit ${configLabel(action.config)}`;
    case 'take-over':
      return `Take over ${configLabel(action.config)} from the servers`;
    case 'validate':
      return `Validate ${configLabel(action.config)}`;
    case 'switch':
      return `Switch ${action.name} of ${serviceName(action.service)} ${action.on ? 'on' : 'off'}`;
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
const titleValue = (value: string): string => cutText(value.replace(/\s+/g, ' ').trim(), MAX_TITLE_VALUE, '...');

/** Path of a bulk change in the console; also recorded in the audit events of its tenants. */
export const bulkPath = (id: number): string => `/bulk/${id}`;
