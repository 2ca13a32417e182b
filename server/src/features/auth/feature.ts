import { debugTokens, logout, refreshTokens, verifySignIn } from '@mission-control/contract/auth/calls';
import * as calls from '@mission-control/contract/people/calls';
import * as keys from '@mission-control/contract/people/passkeys/calls';
import { handle } from '../../platform/calls/handler.ts';
import { type Ctx, systemCtx } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { DAY_MS } from '../../platform/clock.ts';
import {
  addPerson,
  changePerson,
  deletePerson,
  listPeople,
  makePasswordLink,
  restorePerson,
  purgePeople,
} from './people/people.ts';
import { changeOwnPassword, endSessions, getMe, listSessions } from './people/person-sessions.ts';
import { callsForTokens, createToken, listTokens, revokeToken } from './tokens/api-tokens.ts';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removeOwnPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys/passkeys.ts';
import { confirmMyself, requireOwnPresence } from './presence.ts';
import { explainTokens, refresh, signOut, verify } from './service.ts';
import { purgeChallenges } from './passkeys/queries-passkeys.ts';
import { purgeLinks } from './people/queries-people.ts';
import { purgeCounters } from './queries-throttle.ts';
import { wipeSuccessors } from './sessions/queries-refresh.ts';
import { purgeSessions } from './sessions/queries-sessions.ts';
import { GRACE_MS } from './sessions/refresh-tokens.ts';
import { liveAt } from './sessions/sessions.ts';
import { rotateSigningKey } from './sessions/signing-keys.ts';
import { purgeProvided } from './single-sign-on/queries-identities.ts';
import { QUIET_MS } from './throttle.ts';
import { purgeTokens } from './tokens/queries-tokens.ts';

/** How long expired API tokens stay listed. */
const KEEP_EXPIRED_MS = 30 * DAY_MS;

const sessionsOf = async (ctx: Ctx, id: number) => ({ sessions: await listSessions(ctx, id) });
/** The id of the signed-in person; calls that require a role always have one. */
const ownId = ({ actor }: Ctx): number => actor.id ?? 0;

export const authFeature = {
  routes: [
    handle(verifySignIn, (ctx, _input, http) => verify(ctx, http)),
    handle(refreshTokens, (ctx, input, http) => refresh(ctx, input.body.refresh_token, http)),
    handle(logout, (ctx, _input, http) => signOut(ctx, http)),
    handle(debugTokens, (ctx, { body }, { ip }) => explainTokens(ctx, body, ip)),
    handle(calls.listPeople, async (ctx) => ({ people: await listPeople(ctx), default_role: ctx.defaultRole })),
    handle(calls.addPerson, async (ctx, { body }) => {
      await requireOwnPresence(ctx);
      return addPerson(ctx, body);
    }),
    handle(calls.changePerson, async (ctx, { params, body }) => {
      if ('role' in body) await requireOwnPresence(ctx);
      return changePerson(ctx, params.id, body);
    }),
    handle(calls.deletePerson, async (ctx, { params }) => {
      await deletePerson(ctx, params.id);
      return {};
    }),
    handle(calls.restorePerson, (ctx, { params }) => restorePerson(ctx, params.id)),
    handle(calls.makePasswordLink, async (ctx, { params }) => {
      await requireOwnPresence(ctx);
      return makePasswordLink(ctx, params.id);
    }),
    handle(calls.listPersonSessions, (ctx, { params }) => sessionsOf(ctx, params.id)),
    handle(calls.endPersonSessions, (ctx, { params }) => endSessions(ctx, params.id)),
    handle(calls.endPersonSession, (ctx, { params }) => endSessions(ctx, params.id, { only: params.session })),
    handle(calls.getMe, (ctx) => getMe(ctx)),
    handle(calls.changeMyPassword, (ctx, { body }, { ip }) =>
      changeOwnPassword(ctx, { old: body.old_password, password: body.password, ip }),
    ),
    handle(keys.confirmMyself, async (ctx, { body }, { ip }) => {
      await confirmMyself(ctx, { password: body.password, ip });
      return {};
    }),
    handle(keys.listMyPasskeys, (ctx) => listPasskeys(ctx, ctx.actor.id)),
    handle(keys.beginMyPasskey, (ctx) => beginPasskey(ctx)),
    handle(keys.addMyPasskey, (ctx, { body }) => addPasskey(ctx, body)),
    handle(keys.renameMyPasskey, (ctx, { params, body }) => renamePasskey(ctx, params.passkey, body.name)),
    handle(keys.removeMyPasskey, async (ctx, { params }) => {
      await removeOwnPasskey(ctx, params.passkey);
      return {};
    }),
    handle(keys.listPersonPasskeys, (ctx, { params }) => listPasskeys(ctx, params.id)),
    handle(keys.removePersonPasskey, async (ctx, { params }) => {
      if (params.id === ctx.actor.id) await removeOwnPasskey(ctx, params.passkey);
      else await removePasskey(ctx, params.id, params.passkey);
      return {};
    }),
    handle(calls.listMyTokens, async (ctx) => ({ tokens: await listTokens(ctx, ownId(ctx)) })),
    handle(calls.createMyToken, (ctx, { body }) => createToken(ctx, body)),
    handle(calls.revokeMyToken, async (ctx, { params }) => {
      await revokeToken(ctx, ownId(ctx), params.token);
      return {};
    }),
    handle(calls.listPersonTokens, async (ctx, { params }) => ({ tokens: await listTokens(ctx, params.id) })),
    handle(calls.revokePersonToken, async (ctx, { params }) => {
      await revokeToken(ctx, params.id, params.token);
      return {};
    }),
    handle(calls.listCalls, async () => ({ calls: callsForTokens() })),
    handle(calls.listMySessions, (ctx) => sessionsOf(ctx, ownId(ctx))),
    handle(calls.endMyOtherSessions, (ctx) => endSessions(ctx, ownId(ctx), { except: ctx.actor.sessionId })),
    handle(calls.endMySession, (ctx, { params }) => endSessions(ctx, ownId(ctx), { only: params.session })),
  ],
  jobs: (services): JobKind<object>[] => [
    {
      name: 'auth.purge',
      // Frequent, because repeatable refresh tokens stay stored (encrypted) until it has run.
      schedule: '*/5 * * * *',
      run: async () => {
        const now = services.clock.now();
        await purgeSessions(services.db, liveAt(now));
        await purgeLinks(services.db, now);
        await purgeTokens(services.db, new Date(now.getTime() - KEEP_EXPIRED_MS));
        await purgeProvided(services.db, now);
        await purgeChallenges(services.db, now);
        await purgePeople(systemCtx(services, 'purge-people'));
        await purgeCounters(services.db, new Date(now.getTime() - QUIET_MS));
        await wipeSuccessors(services.db, new Date(now.getTime() - GRACE_MS));
      },
    },
    {
      name: 'auth.rotate-signing-key',
      schedule: '17 3 * * *',
      run: () => rotateSigningKey(systemCtx(services, 'rotate-signing-key')),
    },
  ],
} satisfies Feature;
