import { systemCtx, type Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { wipeSuccessors } from './queries-refresh.ts';
import { purgeSessions } from './queries-sessions.ts';
import { purgeCounters } from './queries-throttle.ts';
import { GRACE_MS } from './refresh-tokens.ts';
import { liveAt } from './sessions.ts';
import { rotateSigningKey } from './signing-keys.ts';
import { QUIET_MS } from './throttle.ts';

/** Forgets what has run out, and renews the signing key. */
export function authJobs(services: Services): JobKind<object>[] {
  return [
    {
      name: 'auth.purge',
      // Often, because repeatable refresh tokens are kept (encrypted) until it has run.
      schedule: '*/5 * * * *',
      run: async () => {
        const now = services.clock.now();
        await purgeSessions(services.db, liveAt(now));
        await purgeCounters(services.db, new Date(now.getTime() - QUIET_MS));
        await wipeSuccessors(services.db, new Date(now.getTime() - GRACE_MS));
      },
    },
    {
      name: 'auth.rotate-signing-key',
      schedule: '17 3 * * *',
      run: () => rotateSigningKey(systemCtx(services, 'rotate-signing-key')),
    },
  ];
}
