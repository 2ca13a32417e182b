import { actorName } from '@mission-control/contract/audit/actor-name';
import type { TimelineKind } from '@mission-control/contract/timeline/kinds';
import type {
  ChangeText,
  RecordedChange,
  TimelineChanges,
  TimelineFacts,
  TimelineScope,
  TimelineSource,
} from '../../fleet/timeline.ts';
import { listRecorded, type RecordedRow } from './queries.ts';

const factsOf = (value: unknown): RecordedChange['before'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RecordedChange['before']) : {};

/** The recorded changes that features describe, as a source of the timeline. */
export function recordedSource(changes: TimelineChanges): TimelineSource {
  const all = Object.entries(changes);
  const kinds = [...new Set(all.map(([, { kind }]) => kind))];
  return {
    name: 'change',
    kinds,
    async read(ctx, scope, slice, wanted) {
      const actions = all.flatMap(([action, { kind }]) => (wanted.has(kind) ? [action] : []));
      const places = actions.filter((action) => OF_PLACES.has(changes[action]?.kind ?? 'config'));
      const found = await listRecorded(ctx.db, { scope, slice, actions, places });
      const known = new Set(actions);
      return found.map((row) => ({
        us: row.us,
        id: row.id,
        entry: known.has(row.action) ? entryOf(row, changes[row.action], scope) : null,
      }));
    },
  };
}

/** Kinds of changes that may concern an environment even without a tenant that is there now. */
const OF_PLACES: ReadonlySet<TimelineKind> = new Set(['place', 'tenant', 'fleet', 'drift']);

function entryOf(
  row: RecordedRow,
  change: TimelineChanges[string] | undefined,
  scope: TimelineScope,
): TimelineFacts | null {
  if (!change) return null;
  const { subject, tenantId, tenantName } = row;
  const after = factsOf(row.after);
  const home = tenantId !== null && row.exists ? `/tenant/${tenantId}` : null;
  const about =
    tenantName !== null && subject.startsWith(`${tenantName} `) ? subject.slice(tenantName.length + 1) : subject;
  const described = change.describe({ subject, about, home, before: factsOf(row.before), after });
  if (!described || !concerns(described, row, scope)) return null;
  // The events of a bulk change itself name it, too.
  const bulk = change.kind !== 'bulk' && typeof after.part_of === 'string' ? after.part_of : null;
  return {
    kind: change.kind,
    text: bulk === null ? described.text : `${described.text}, by a bulk change`,
    meaning: described.meaning ?? 'plain',
    actor: described.byNobody === true ? null : actorName({ actor: row.actor, request_id: row.requestId }),
    tenant: tenantId !== null && tenantName !== null ? { id: tenantId, name: tenantName } : null,
    path: described.path ?? null,
    undo: bulk === null ? (described.undo ?? null) : { label: 'Undo the bulk change', path: bulk },
  };
}

/** Whether a change concerns the requested environment or server. */
function concerns(described: ChangeText, { tenantId }: RecordedRow, scope: TimelineScope): boolean {
  if (scope.of !== 'environment') return true;
  if (described.environments?.includes(scope.name)) return true;
  if (described.hosts) return described.hosts.some((host) => scope.hosts.includes(host));
  const services = tenantId === null ? undefined : scope.services.get(tenantId);
  return services !== undefined && (described.service === undefined || services.has(described.service));
}
