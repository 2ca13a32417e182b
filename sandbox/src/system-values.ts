import type { InventoryService } from '@mission-control/contract/inventory/schema';
import { daysBefore } from './dates.ts';
import type { Dice } from './random.ts';

/** What the values have to agree with. */
interface SystemFacts {
  coursepro: InventoryService;
  /** Settled values of its config. */
  config: Record<string, string>;
  today: string;
}

const PHP = [
  ['8.3.14', 70],
  ['8.2.26', 22],
  ['8.1.31', 8],
] as const;

const MARIADB = [
  ['10.11.10', 75],
  ['10.6.20', 25],
] as const;

/** What the CoursePro of a tenant reports about itself, as text by key. */
export function systemValues(dice: Dice, facts: SystemFacts): Record<string, string> {
  const { coursepro, config, today } = facts;
  const time = (days: number): string => `${daysBefore(today, days, dice.int(0, 86_399)).slice(0, 19)}Z`;
  const upgraded = dice.int(3, 120);
  return {
    version: coursepro.version ?? 'unknown',
    db_version: coursepro.db_version ?? 'unknown',
    db_server: `MariaDB ${dice.weigh(MARIADB)}`,
    db_size_mb: String(Math.round(180 + dice.next() ** 3 * 42_000)),
    php_version: dice.weigh(PHP),
    php_memory_limit: dice.chance(0.8) ? '512M' : '1024M',
    timezone: config['TIMEZONE'] ?? 'UTC',
    currency: config['PAYMENT_CURRENCY'] ?? 'GBP',
    default_language: config['DEFAULT_LANGUAGE'] ?? 'en',
    installed_at: time(dice.int(400, 3200)),
    last_upgrade: time(upgraded),
    last_migration:
      coursepro.db_version === null ? 'none' : `${coursepro.db_version} of ${time(upgraded).slice(0, 10)}`,
    // A few systems have not had a backup for days, which somebody should notice.
    last_backup: time(dice.chance(0.97) ? 1 : dice.int(3, 30)),
    last_cron_run: time(coursepro.cron ? 1 : dice.int(2, 60)),
    cache_driver: dice.chance(0.85) ? 'redis' : 'file',
    queue_length: String(dice.chance(0.9) ? dice.int(0, 12) : dice.int(50, 4000)),
    mail_transport: dice.chance(0.9) ? 'smtp' : 'sendmail',
    maintenance: coursepro.maintenance ? 'on' : 'off',
  };
}
