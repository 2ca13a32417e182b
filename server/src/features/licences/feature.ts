import type { CallInput, CallResponse } from '@mission-control/contract/call';
import {
  decodeLicence,
  encodeLicence,
  listLicenceKeys,
  type DecodedLicence,
  type EncodedLicence,
} from '@mission-control/contract/licences/calls';
import { cutText } from '@mission-control/contract/cut-text';
import { LICENCE_LIMITS, type Licence } from '@mission-control/contract/licences/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { hash } from 'node:crypto';
import { handle } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Feature } from '../../platform/feature.ts';
import { readLicence, writeLicence } from './licence-file.ts';

/** Public keys for installations that verify licences; the signing key comes first. */
async function listKeys(ctx: Ctx): Promise<CallResponse<typeof listLicenceKeys>> {
  return {
    keys: ctx.ports.signing.keys.map(({ id, publicKey }, index) => ({ id, public_key: publicKey, signs: index === 0 })),
  };
}

/**
 * Decodes an uploaded file [LIC-05]. A file that is not a licence of this console is a result with a reason, not an error.
 * @throws AppError('too_large')
 */
async function decode(ctx: Ctx, file: File): Promise<DecodedLicence> {
  if (file.size > LICENCE_LIMITS.file)
    throw new AppError('too_large', 'A licence has 2 MB at most. Choose the licence file itself.');
  const read = readLicence(ctx.ports.signing, await file.bytes());
  if ('fault' in read) return { valid: false, licence: {}, order: [], reason: read.fault };
  return { valid: true, ...read, reason: '' };
}

const MAX_RECORDED_LENGTH = 200;

/** Signs a licence [LIC-06]. The audit event is stored before the file is returned. */
async function encode(
  ctx: Ctx,
  { licence, filename, order }: CallInput<typeof encodeLicence>['body'],
): Promise<EncodedLicence> {
  const { keyId, file } = writeLicence(ctx.ports.signing, licence, order);
  const sha256 = hash('sha256', file);
  await inTransaction(ctx, async ({ record }) => {
    record({
      action: 'licence.issued',
      subject: filename,
      before: null,
      after: { key: keyId, sha256, licence: recorded(licence) },
      topics: [TOPIC.licences],
    });
  });
  return { binary: file.toString('base64'), filename };
}

/** The entries with long texts truncated; the checksum covers the whole. */
function recorded(licence: Licence): Licence {
  const cut = Object.entries(licence).map(([name, value]) => [
    name,
    typeof value === 'string' ? cutText(value, MAX_RECORDED_LENGTH) : value,
  ]);
  return Object.fromEntries(cut) as Licence;
}

export const licenceFeature = {
  routes: [
    handle(decodeLicence, (ctx, { body }) => decode(ctx, body.file)),
    handle(encodeLicence, (ctx, { body }) => encode(ctx, body)),
    handle(listLicenceKeys, (ctx) => listKeys(ctx)),
  ],
} satisfies Feature;
