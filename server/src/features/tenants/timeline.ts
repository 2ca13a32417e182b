import { SERVICES } from '@mission-control/contract/catalogue';
import { factText, type ChangeText, type RecordedChange, type TimelineChanges } from '../../fleet/timeline.ts';

/** Display names of the switches. */
const SWITCHES: Readonly<Record<string, string>> = { active: 'Active', cron: 'Cron', maintenance: 'Maintenance' };

/** Describes a change of the tenant or of a service's switches. */
function switched({ after }: RecordedChange): string {
  const until = typeof after.until === 'string' ? `, until ${utcText(after.until)}` : '';
  for (const [name, label] of Object.entries(SWITCHES))
    if (typeof after[name] === 'boolean') return `${label} switched ${after[name] ? 'on' : 'off'}${until}`;
  if (typeof after.staging === 'boolean') return `Production switched ${after.staging ? 'off' : 'on'}`;
  if (after.deployment_group !== undefined) return `Deployment group set to ${factText(after.deployment_group)}`;
  return 'Tenant changed';
}

/** `2026-11-23 14:05 UTC`. */
const utcText = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** Describes a switch, with a link to switch it back. */
function describeSwitch(change: RecordedChange): ChangeText {
  const { about, after, home } = change;
  const service = SERVICES.find(({ displayName }) => displayName === about);
  return {
    text: service ? `${service.displayName}: ${switched(change)}` : switched(change),
    // Takes sites offline for their users.
    meaning: after.maintenance === true || after.active === false ? 'warn' : 'plain',
    path: home,
    undo: home === null ? null : { label: 'Switch back', path: home },
    service: service?.slug,
  };
}

const plainly =
  (text: string, meaning: 'plain' | 'warn' = 'plain') =>
  ({ home }: RecordedChange): ChangeText => ({ text, meaning, path: home });

/** Tenants and their switches on the timeline. */
export const tenantTimeline: TimelineChanges = {
  'tenant.updated': { kind: 'switch', describe: describeSwitch },
  'service.switched': { kind: 'switch', describe: describeSwitch },
  'tenant.created': { kind: 'tenant', describe: plainly('Tenant created') },
  'tenant.deleted': { kind: 'tenant', describe: plainly('Tenant deleted', 'warn') },
  'tenant.restored': { kind: 'tenant', describe: plainly('Tenant restored') },
  'tenant.purged': { kind: 'tenant', describe: ({ subject }) => ({ text: `${subject} was purged` }) },
  'relations.changed': {
    kind: 'tenant',
    describe: ({ home }) => ({ text: 'Relations changed', path: home && `${home}/relations` }),
  },
};
