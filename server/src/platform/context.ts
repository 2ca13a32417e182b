import type { Role } from '@mission-control/contract/call';
import type { Ports } from '../ports/ports.ts';
import type { Clock, Random } from './clock.ts';
import type { Database } from './database/database.ts';
import type { TopicVersions } from './events/topic-versions.ts';
import type { Log } from './log/log.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Secrets } from './secrets/secrets.ts';

/** Who acts: a signed-in person, an environment that reports, or the installation itself (jobs, first start). */
export interface Actor {
  kind: 'user' | 'environment' | 'system' | 'anonymous';
  /** Id of the user or the environment; null for the system and for anonymous callers. */
  id: number | null;
  /** The name shown in the audit trail. */
  name: string;
  role: Role | null;
  /** The session behind a bearer token; null otherwise. */
  sessionId: string | null;
}

/** Who makes a request. */
export interface Caller extends Actor {
  /** The versions of all topics, as the statement saw them that proved the session. */
  topicVersions?: TopicVersions;
}

/** What the process offers to every feature; made once at the start. */
export interface Services {
  /** Names this process in what it holds, such as leases and runs; another one for each start. */
  processId: string;
  db: Database;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  jobs: Jobs;
  ports: Ports;
  log: Log;
  /** Its tenants are the sandbox fleet's. */
  sandbox?: boolean;
}

/** What one request or one job works with: the services, who acts, and the id to quote. */
export interface Ctx extends Services {
  actor: Actor;
  requestId: string;
  /** Proves what is kept by topic fresh (0015), for handlers that only read; missing where no session was read. */
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

/** The context of a job or of the start: the installation acts by itself. */
export function systemCtx(services: Services, name: string): Ctx {
  return { ...services, actor: systemActor(name), requestId: `${name}-${services.random.uuid().slice(0, 8)}` };
}
