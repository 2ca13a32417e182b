import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { Transaction } from '../../platform/database/database.ts';
import { insertServed } from './queries.ts';

/** Stores what services serve since before this console: it has no copy of them, so that nothing can be switched back to them. */
export function putServedPast(db: Transaction, told: InventoryHistory['served']): Promise<void> {
  return insertServed(
    db,
    told.map(({ service, env, version, at, by }) => ({
      service,
      env,
      version,
      deployedAt: new Date(at),
      deployedBy: by,
    })),
  );
}
