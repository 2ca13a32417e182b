import { sliceOf, type TimelineRow, type TimelineSource } from '../../fleet/timeline.ts';
import { listReasons } from './attention.ts';

/** Upper bound of the reasons of a tenant, which makes the ids unique: one for each environment's reports and one for its system. */
const MAX_REASONS = 1000;

/** Reports that have stopped and not resumed, from the facts of attention. */
export const stoppedReportsSource: TimelineSource = {
  name: 'silence',
  kinds: ['report'],
  async read(ctx, scope, slice) {
    const among = scope.of === 'tenant' ? [scope.id] : scope.of === 'environment' ? [...scope.services.keys()] : null;
    const found = await listReasons(ctx, 'reports-stopped', among);
    const rows = found.flatMap(({ tenant, reasons }) =>
      reasons.flatMap(({ text, path, since }, place): TimelineRow[] => {
        if (since === null) return [];
        const entry = { kind: 'report', text, meaning: 'bad', tenant, path } as const;
        const isThere = scope.of !== 'environment' || text.endsWith(` ${scope.name}`);
        return [{ us: Date.parse(since) * 1000, id: tenant.id * MAX_REASONS + place, entry: isThere ? entry : null }];
      }),
    );
    return sliceOf(rows, slice);
  },
};
