import type { DecodedLicence } from '@mission-control/contract/licences/schema';
import { LICENCE_LIMITS } from '@mission-control/contract/licences/rules';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { readLicence } from './licence-file.ts';

/**
 * Reads an uploaded file [LIC-05]; whatever is no licence of this console is not valid, and says why.
 * @throws AppError('too_large') for more than a licence can have
 */
export async function decode(ctx: Ctx, file: File): Promise<DecodedLicence> {
  if (file.size > LICENCE_LIMITS.file)
    throw new AppError('too_large', 'A licence has 2 MB at most. Choose the licence file itself.');
  const read = readLicence(ctx.ports.signing, await file.bytes());
  if ('fault' in read) return { valid: false, licence: {}, order: [], reason: read.fault };
  return { valid: true, ...read, reason: '' };
}
