import type { AuditEvent } from './calls.ts';

/** Who did it: the person, or the console, whose jobs have request ids of their name and eight characters (`systemCtx`). */
export const actorName = ({ actor, request_id: request }: Pick<AuditEvent, 'actor' | 'request_id'>): string =>
  request.slice(0, -8) === `${actor}-` ? 'The console' : actor;
