import { findService } from '@mission-control/contract/catalogue';
import { configLabel } from '@mission-control/contract/config/kinds';
import type { PaletteAction } from '@mission-control/contract/search/calls';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import { pathTo } from '../../lib/address/path-to.ts';
import { untilText as whenText } from '../../ui/display/times.ts';

export type SwitchAction = Extract<PaletteAction, { kind: 'switch' }>;
/** A change that the palette itself starts; a commit is reviewed on the tenant's page. */
export type ActingAction = Exclude<PaletteAction, { kind: 'commit' }>;

const MINUTE_MS = 60_000;

/** When the change is reverted; null: never. */
const endOf = (action: PaletteAction, now: Date): Date | null =>
  action.kind === 'commit' || action.minutes === null ? null : new Date(now.getTime() + action.minutes * MINUTE_MS);

function untilText(action: PaletteAction, now: Date): string {
  const end = endOf(action, now);
  return end === null ? '' : ` until ${whenText(end, now)}`;
}

const onOff = (on: boolean): string => (on ? 'on' : 'off');

/** What choosing it does: 'Turn maintenance of Brimham Active on until 14:05'. */
export function actionTitle(action: PaletteAction, now: Date): string {
  const { name } = action.tenant;
  if (action.kind === 'commit') return `Commit ${configLabel(action.config)} config of ${name}`;
  const until = untilText(action, now);
  if (action.kind === 'log-level') return `Set the log level of ${name} to ${action.level}${until}`;
  if (isDone(action)) return doneText(action, now);
  if (action.name === 'active') return `Make ${name} ${action.on ? 'active' : 'inactive'}${until}`;
  return `Turn ${action.name} of ${name} ${onOff(action.on)}${until}`;
}

/** The resulting state: 'Maintenance of Brimham Active is on until 14:05'. */
export function doneText(action: ActingAction, now: Date): string {
  const { name } = action.tenant;
  const until = untilText(action, now);
  if (action.kind === 'log-level') return `The log level of ${name} is ${action.level}${until}`;
  if (action.name === 'active') return `${name} is ${action.on ? 'active' : 'inactive'}${until}`;
  return `${action.name === 'cron' ? 'Cron' : 'Maintenance'} of ${name} is ${onOff(action.on)}${until}`;
}

/** Service and kind of the tenant, and why the change is unnecessary. */
export function actionDetail(action: PaletteAction): string {
  const service = action.kind === 'switch' && action.service !== null ? findService(action.service) : undefined;
  return [
    service?.displayName,
    action.production ? 'production' : 'test site',
    action.kind === 'commit' && !action.waiting ? 'nothing to commit' : null,
    action.kind === 'switch' && isDone(action) ? 'already' : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Nothing to change: the switch is already in this state, and no new end is requested. */
const isDone = ({ already, minutes }: SwitchAction): boolean => already && minutes === null;

/** The link of an entry that changes nothing itself: the review of a commit, or a tenant that is already in this state. */
export function pathOrAct(action: PaletteAction): { href: string } | { href: null; action: ActingAction } {
  const { id } = action.tenant;
  if (action.kind === 'commit') return { href: pathTo('/tenant/$id', { id }, { commit: action.config }) };
  if (action.kind === 'switch' && isDone(action)) return { href: pathTo('/tenant/$id', { id }) };
  return { href: null, action };
}

/** Unique key of the change. */
export function actionKey(action: PaletteAction): string {
  const what =
    action.kind === 'commit'
      ? action.config
      : action.kind === 'switch'
        ? `${action.service ?? 'tenant'}-${action.name}-${onOff(action.on)}`
        : action.level;
  return `action-${action.tenant.id}-${what}`;
}

/** The change as the tenant's page sends it. */
export function patchOf(action: SwitchAction, now: Date): TenantPatch {
  const { name, service, on } = action;
  const until = endOf(action, now);
  const end = until === null ? {} : { until: until.toISOString() };
  if (name === 'active') return { status: on, ...end };
  const key = findService(service ?? '')?.detailKey ?? '';
  return { [key]: { [name]: on, ...end } };
}
