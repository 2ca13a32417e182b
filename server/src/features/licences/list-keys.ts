import type { CallAnswer } from '@mission-control/contract/call';
import type { listLicenceKeys } from '@mission-control/contract/licences/calls';
import type { Ctx } from '../../platform/context.ts';

/** The public keys, for the installations that check licences; the one that signs stands first. */
export async function listKeys(ctx: Ctx): Promise<CallAnswer<typeof listLicenceKeys>> {
  return {
    keys: ctx.ports.signing.keys.map(({ id, publicKey }, index) => ({ id, public_key: publicKey, signs: index === 0 })),
  };
}
