import type { Ctx } from '../../platform/context.ts';
import { failedServers, publishControlFile } from './publish-control-file.ts';

/** Makes the first attempt to publish a stored change; says which servers have not confirmed it, '' when all have. */
export async function confirmationWarning(ctx: Ctx, tenantId: number): Promise<string> {
  try {
    const failed = failedServers((await publishControlFile(ctx, tenantId)).servers);
    if (failed.length === 0) return '';
    return `Not confirmed yet by ${failed.join(', ')}. The console goes on trying.`;
  } catch (error) {
    // The change is stored and its job is queued: failing now would say that nothing happened.
    ctx.log.error({ err: error, tenantId }, 'the control file could not be published yet');
    return 'Not confirmed yet by the servers. The console goes on trying.';
  }
}
