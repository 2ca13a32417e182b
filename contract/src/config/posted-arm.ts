type Arm = { kind: 'save' } | { kind: 'add' | 'both' | 'neither'; message: string };

const CALLS =
  'This path adds a service with {initialize: true, create_db, database, bridge}, or saves a config with {added, changed, removed}.';

/** Determines which of the two documented calls a body of POST /api/tenant/{id}/{service} is for (C-006). */
export function postedArm(body: unknown): Arm {
  const has = (key: string) => typeof body === 'object' && body !== null && Object.hasOwn(body, key);
  const add = has('initialize');
  const save = has('added') || has('changed') || has('removed');
  if (add && save)
    return { kind: 'both', message: `Send either the diff of a config or initialize, not both. ${CALLS}` };
  if (add) return { kind: 'add', message: `To add a service, initialize must be true. ${CALLS}` };
  if (!save) return { kind: 'neither', message: `The body has none of added, changed, removed. ${CALLS}` };
  return { kind: 'save' };
}
