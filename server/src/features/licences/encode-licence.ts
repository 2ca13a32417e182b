import { createHash } from 'node:crypto';
import type { CallInput } from '@mission-control/contract/call';
import type { encodeLicence } from '@mission-control/contract/licences/calls';
import type { Licence } from '@mission-control/contract/licences/rules';
import type { EncodedLicence } from '@mission-control/contract/licences/schema';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { writeLicence } from './licence-file.ts';

const LONGEST_RECORDED = 200;

/** Signs a licence [LIC-06]; who issued what is recorded before anybody has the file. */
export async function encode(
  ctx: Ctx,
  { licence, filename, order }: CallInput<typeof encodeLicence>['body'],
): Promise<EncodedLicence> {
  const { keyId, file } = writeLicence(ctx.ports.signing, licence, order);
  const sha256 = createHash('sha256').update(file).digest('hex');
  await inTransaction(ctx, async ({ record }) => {
    record({
      action: 'licence.issued',
      subject: filename,
      before: null,
      after: { key: keyId, sha256, licence: recorded(licence) },
      topics: ['licences'],
    });
  });
  return { binary: file.toString('base64'), filename };
}

/** The entries with the beginnings of long texts; the checksum stands for the rest. */
function recorded(licence: Licence): Licence {
  const cut = Object.entries(licence).map(([name, value]) => [
    name,
    typeof value === 'string' && value.length > LONGEST_RECORDED ? `${value.slice(0, LONGEST_RECORDED)}…` : value,
  ]);
  return Object.fromEntries(cut) as Licence;
}
