import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { Transaction } from '../../platform/database/database.ts';
import { insertServed } from './queries.ts';

/** Stores the versions served since before this console. It has no copies of them, so they cannot be rolled back to. */
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
