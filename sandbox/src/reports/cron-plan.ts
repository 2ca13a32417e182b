/** A cron task of every CoursePro. */
export interface PlannedTask {
  group: string;
  name: string;
  /** Minutes between two runs; the minimum for `delay` tasks. */
  every: number;
  type: 'always' | 'manual' | 'delay';
  /** Usual duration in seconds. */
  seconds: number;
  /** Share of runs that fail. */
  failing: number;
  between?: [notBefore: string | null, notAfter: string | null];
  condition?: [variable: string, is: string | number | boolean];
  chain?: [frequency: string, order: number];
  /** Minute of the day or hour (UTC) at which it runs by a cron expression; without it, when its interval has passed. */
  at?: number;
  says: string;
  fails: string;
}

/** In minutes. */
export const DAY = 24 * 60;

/** The cron tasks of CoursePro. Tasks that send, bill or copy something fail occasionally. */
export const CRON_PLAN: readonly PlannedTask[] = [
  {
    group: 'Payments',
    name: 'direct_debit_collect',
    every: 60,
    type: 'delay',
    seconds: 210,
    failing: 0.04,
    between: ['06:00', '20:00'],
    condition: ['DIRECT_DEBIT', 'on'],
    says: 'Collected the direct debits that fell due; all instructions were accepted by the bank.',
    fails:
      'The payment provider refused the batch: 503 Service Unavailable after 3 attempts. Nothing was collected; the batch will be retried in the next run.',
  },
  {
    group: 'Payments',
    name: 'reconcile_settlements',
    every: DAY,
    type: 'delay',
    seconds: 900,
    failing: 0.05,
    between: ['02:00', '05:00'],
    chain: ['daily', 1],
    says: 'Matched the settlement file with the ledger.',
    fails: 'Yesterday’s settlement file contains a reference without a payment. It was set aside for manual review.',
  },
  {
    group: 'Payments',
    name: 'refund_retry',
    every: 60,
    type: 'delay',
    seconds: 6,
    failing: 0.01,
    says: 'No refund is waiting.',
    fails: 'A refund was refused: card expired.',
  },
  {
    group: 'Communications',
    name: 'send_email_queue',
    every: 30,
    type: 'always',
    seconds: 12,
    failing: 0.01,
    says: 'Sent all queued e-mails.',
    fails: 'SMTP: 421 Too many connections from this host. Messages stay in the queue.',
  },
  {
    group: 'Communications',
    name: 'send_sms_queue',
    every: 30,
    type: 'always',
    seconds: 4,
    failing: 0.02,
    condition: ['SMS_ENABLED', 1],
    says: 'The queue is empty.',
    fails: 'The SMS gateway answered 429. The messages of this run are sent with the next one.',
  },
  {
    group: 'Communications',
    name: 'weekly_newsletter',
    every: 7 * DAY,
    type: 'manual',
    seconds: 1800,
    failing: 0.02,
    says: 'Sent to all subscribed members.',
    fails: 'The template has an unknown placeholder.',
  },
  {
    group: 'Courses',
    name: 'rollover_classes',
    every: DAY,
    type: 'delay',
    seconds: 2400,
    failing: 0.03,
    between: ['01:00', '04:30'],
    chain: ['daily', 2],
    says: 'Moved members to the classes of the next term.',
    fails:
      'Deadlock found when trying to get lock; try restarting transaction. The class and its members were left unchanged.',
  },
  {
    group: 'Courses',
    name: 'waiting_list',
    every: 60,
    type: 'delay',
    seconds: 25,
    failing: 0.01,
    says: 'Offered the places that became available.',
    fails: 'A class has more members than places.',
  },
  {
    group: 'Members',
    name: 'age_group_moves',
    every: DAY,
    type: 'delay',
    seconds: 300,
    failing: 0.01,
    between: [null, '06:00'],
    chain: ['daily', 3],
    says: 'Checked the age groups of all members.',
    fails: 'A member has no date of birth.',
  },
  {
    group: 'Members',
    name: 'sync_homeportal',
    every: 120,
    type: 'delay',
    seconds: 480,
    failing: 0.03,
    says: 'HomePortal has the members of today.',
    fails: 'HomePortal did not respond within 30 seconds. Nothing was handed over.',
  },
  {
    group: 'Maintenance',
    name: 'rebuild_search',
    every: 90,
    type: 'delay',
    seconds: 640,
    failing: 0.01,
    says: 'The index is up to date.',
    fails: 'The index could not be locked.',
  },
  {
    group: 'Maintenance',
    name: 'purge_sessions',
    every: 60,
    at: 5,
    type: 'delay',
    seconds: 3,
    failing: 0,
    says: 'Removed expired sessions.',
    fails: '',
  },
  {
    group: 'Maintenance',
    name: 'backup_database',
    every: DAY,
    type: 'delay',
    seconds: 3600,
    failing: 0.02,
    between: ['00:30', '03:00'],
    at: 45,
    says: 'The backup was copied and verified.',
    fails: 'No space left on device while writing the dump.',
  },
  {
    group: 'Reporting',
    name: 'nightly_statistics',
    at: 195,
    every: DAY,
    type: 'delay',
    seconds: 1500,
    failing: 0.02,
    between: ['03:00', null],
    chain: ['daily', 4],
    says: 'Counted members, bookings and payments.',
    fails: 'Query execution was interrupted, maximum statement execution time exceeded.',
  },
];
