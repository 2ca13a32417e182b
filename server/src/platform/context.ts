import type { Role } from '@mission-control/contract/call';
import type { ItemKind } from '@mission-control/contract/inventory/plan';
import type { Ports } from '../ports/ports.ts';
import type { Clock, Random } from './clock.ts';
import type { Database, OpenDatabase } from './database/database.ts';
import type { TopicVersions } from './events/topic-versions.ts';
import type { Log } from './log/log.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Secrets } from './secrets/secrets.ts';

/** The acting party: a signed-in user, a reporting environment, or the installation itself (jobs, first start). */
export interface Actor {
  kind: 'user' | 'environment' | 'system' | 'anonymous';
  /** Id of the user or the environment; null for the system and for anonymous callers. */
  id: number | null;
  /** The name shown in the audit log. */
  name: string;
  role: Role | null;
  /** The session behind a bearer token; null otherwise. */
  sessionId: string | null;
}

/** The actor of a request. */
export interface Caller extends Actor {
  /** All topic versions, read by the statement that validated the session. */
  topicVersions?: TopicVersions;
  /** The API token of the request, and the calls it is limited to; null: all of its role. */
  token?: { id: number; calls: readonly string[] | null };
}

/** Services shared by all features; created once at start-up. */
export interface Services {
  /** Identifies this process as the owner of leases and runs; unique for each start. */
  processId: string;
  db: Database;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  jobs: Jobs;
  /** Runs background work under the database's long time limits. */
  withLongTimeouts: OpenDatabase['withLongTimeouts'];
  ports: Ports;
  log: Log;
  /** Role of a new person without an explicit one (C-053). */
  defaultRole: Role;
  /** The methods by which people may sign in; passkeys go with passwords. */
  signInMethods: { password: boolean; singleSignOn: boolean };
  /** Address of the console as people use it; absent in commands, which serve nobody. */
  address?: () => string;
  /** The platform's command that copies a live tenant to its test tenant, with the placeholders {live} and {test}. */
  liveToTest?: string | undefined;
  /** True when the tenants are those of the sandbox fleet. */
  sandbox?: boolean;
  /** Kinds of items that an inventory adds but never changes or removes. */
  byHand?: readonly ItemKind[];
}

/** Address of the client, and its browser and system as it identifies them. */
export interface Source {
  address: string;
  device: string | null;
}

/** Context of one request or job: the services, the actor and the request id. */
export interface Ctx extends Services {
  actor: Actor;
  requestId: string;
  /** Address of the bulk change that this belongs to; its audit events name it. */
  partOf?: string;
  /** Where the request came from; absent in jobs and commands. */
  source?: Source;
  /** Versions that validate topic-keyed caches (0015), for read-only handlers; undefined when no session was read. */
  topicVersions?: TopicVersions | undefined;
}

export const systemActor = (name: string): Actor => ({
  kind: 'system',
  id: null,
  name,
  role: 'admin',
  sessionId: null,
});
export const anonymous: Actor = { kind: 'anonymous', id: null, name: 'anonymous', role: null, sessionId: null };

/** Context of a job or of start-up, with the installation itself as the actor. Readers recognize its audit events by the request id (`actorName`). */
export function systemCtx(services: Services, name: string): Ctx {
  return { ...services, actor: systemActor(name), requestId: `${name}-${services.random.uuid().slice(0, 8)}` };
}

/** Context of a request without a session or token. */
export function anonymousCtx(services: Services, { id }: { id: string }): Ctx {
  return { ...services, actor: anonymous, requestId: id };
}
