import { createHash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { reencodeLogo } from './reencode-logo.ts';

/**
 * Stores an uploaded logo under a name made from its content, and answers its path. Nothing takes it away again: e-mails that were
 * sent show it.
 */
export async function storeLogo(ctx: Ctx, file: Blob): Promise<string> {
  const picture = await reencodeLogo(file);
  const path = `logos/${createHash('sha256').update(picture).digest('hex').slice(0, 32)}.png`;
  await ctx.ports.files.put(path, picture);
  return path;
}
