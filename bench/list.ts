import { globSync } from 'node:fs';

/** A bench as `npm run bench` runs it. */
export interface Bench {
  /** File in bench/ or a subfolder, without the extension, or a package with a bench.ts. */
  readonly name: string;
  /** Requirement as stated in the issues. */
  readonly claim: string;
  /** Arguments for a short run, if it takes any. */
  readonly args?: readonly string[];
  /** How a short run differs from the one in the claim; absent if it does not. */
  readonly shortened?: string;
  /** It measures correctness rather than speed, so it may run concurrently with others of its kind; a name restricts it to that bench. */
  readonly beside?: true | string;
  /** Only runs when it is named. */
  readonly long?: true;
  /** Timeout in seconds, after which it counts as not measured. */
  readonly timeoutS: number;
}

/** Path of a bench from the root. @throws when there is none */
export function benchFile(name: string): string {
  const [file] = globSync([`bench/**/${name}.ts`, `packages/${name}/bench.ts`]);
  if (file === undefined) throw new Error(`There is no bench ${name}.`);
  return file;
}

/** All benches; those for user-facing claims come first in case time runs out. */
export const BENCHES: readonly Bench[] = [
  {
    name: 'tenant-http',
    claim:
      'With 10,000 tenants: the list in gzip at least 0.7 x, its 304 at least 0.4 x (64 and 512 connections) the requests per second of nginx with the same bytes and without access log; one tenant at least 0.6 x, a PATCH at least 0.35 x of a bare Fastify + pg server that looks up a session, reads one row of one table, and changes it with an audit row.',
    args: ['10000', '2'],
    shortened: 'Rounds of 2 s instead of 5.',
    timeoutS: 180,
  },
  {
    name: 'list-rows',
    claim:
      'A write and a read of the whole list cost at most 40 ms of processor time together with 10,000 tenants, 250 ms with 100,000; 200 open lists and 20 writes/s at most half a core, each list right within 1 s.',
    args: ['8'],
    shortened: '8 s of following instead of 15.',
    timeoutS: 300,
  },
  {
    name: 'attention',
    claim:
      'With 10,000 tenants, the numbers of tenants that need attention after a change of one cost at most 8 ms of processor time.',
    timeoutS: 90,
  },
  {
    name: 'as-of',
    claim:
      'With 10,000 tenants, each changed since, reading the list as of an earlier time costs at most 3 x the processor time of reading the current list; a write of all tenants takes at most 3 x as long with history as without.',
    timeoutS: 120,
  },
  {
    name: 'timeline',
    claim:
      'With 10,000 tenants, a page of the timeline of the fleet or of a tenant, and the overview, take with 400,000 changes at most 2 x as long as with 4,000.',
    timeoutS: 180,
  },
  {
    name: 'drift-board',
    claim:
      'The drift board of 10,000 tenants with seven configs each is read in at most 500 ms, and after a change of one tenant in at most a fifth of that.',
    timeoutS: 200,
  },
  {
    name: 'prober-thread',
    claim:
      'A console that also checks 20,000 sites every 20 s: the p99 of the lateness is at most 100 ms, and the p99 of one tenant at most 1.5 x of that without prober.',
    args: ['20'],
    shortened: '20 s instead of 40.',
    timeoutS: 200,
  },
  {
    name: 'compare',
    claim: 'Comparing 50 configs with 500 settings each costs at most 300 ms of processor time.',
    timeoutS: 90,
  },
  {
    name: 'growth',
    claim:
      'From 1,000 to 10,000 to 100,000 tenants no GET call costs more processor time than its share of the tenants.',
    timeoutS: 900,
  },
  {
    name: 'tenant-list-browser',
    claim:
      'The list in Chromium: first row within 1.3 x of a plain page with ten rows of the same JSON; with 10,000 tenants key to paint p99 at most 40 ms while filtering, also on a processor four times slower, heap under 40 MB; with 100,000 at most 100 ms and 80 MB.',
    timeoutS: 500,
  },
  {
    name: 'windows',
    claim:
      'A maintenance window that switches 2,000 tenants misses none when it begins and ends, at no more than 40 ms of processor time for each with its servers; 99 of 100 requests meanwhile take at most 250 ms.',
    args: ['300'],
    shortened: '300 tenants instead of 2,000.',
    timeoutS: 240,
  },
  {
    name: 'pages',
    claim:
      'Tenant, config, Utopia, cron, monitors and dashboard of a console with 10,000 tenants are complete in Chromium within 600 ms, with a warm cache.',
    timeoutS: 150,
  },
  {
    name: 'load',
    claim:
      'On PostgreSQL and embedded, with 10,000 tenants, 200 operators with live events make 300 requests a second: p99 under 250 ms, no errors, event loop p99 under 50 ms, under 1 MB a minute more.',
    args: ['40'],
    shortened: '40 s instead of 10 minutes, which says nothing about memory.',
    timeoutS: 330,
  },
  {
    name: 'soak',
    claim:
      'For 60 minutes, on PostgreSQL with 10,000 tenants, 200 operators with live events make 300 requests a second: p99 under 250 ms, no errors, event loop p99 under 50 ms, under 1 MB a minute more.',
    long: true,
    timeoutS: 4_200,
  },
  {
    name: 'capacity',
    claim:
      'Operators per core with 10,000 tenants on PostgreSQL. Each of them makes a request a second, which is about ten times what a person at work makes. Add a web process when the event loop p99 of one exceeds 50 ms or it uses 0.8 of a core, a worker when the checks of sites or jobs take over a fifth of one (prober-thread), and cores for the database when it uses 0.8 of its own.',
    args: ['30'],
    shortened: '30 s for each number of processes instead of 120.',
    timeoutS: 400,
  },
  {
    name: 'peers',
    claim:
      'With 10,000 tenants on PostgreSQL, at least as fast as Directus, Unleash and a list of react-admin in the same run, each with sign-in and with its history of changes.',
    args: ['2'],
    shortened: 'Rounds of 2 s instead of 5.',
    timeoutS: 900,
  },
  {
    name: 'alerts',
    claim:
      'Evaluating 10,000 alert rules over 50,000 monitors takes under 10 % of a core, and at most 25 % in the 20 s in which 1,000 sites go down for thousands of rules or come back; 1,000 simultaneous outages become at most 20 messages of a rule.',
    timeoutS: 120,
  },
  {
    name: 'anonymous',
    claim:
      'Nobody without a sign-in makes the console work for more than 5 ms with one request, whatever is in its body.',
    args: ['150'],
    timeoutS: 120,
  },
  {
    name: 'search',
    claim:
      'Search of 10,000 tenants: p99 of the response time under 5 ms, compared with a bare route that returns a constant.',
    timeoutS: 90,
  },
  {
    name: 'config-editor',
    claim:
      'A config of 5,000 settings in Chromium: first row within 1 s, key to paint p99 within 50 ms, an edit and the diff of a commit on the screen within 100 ms.',
    timeoutS: 75,
  },
  {
    name: 'monitors',
    claim:
      '5,000 monitors every 20 s with their writes: at least 99% of the checks done, p99 of lateness under 50 ms, no false DOWN against scripted outages, under 40% of a core.',
    args: ['1'],
    shortened: 'The measured part is the shortest that holds all scripted outages.',
    timeoutS: 200,
  },
  {
    name: 'prober-kills',
    claim:
      'One of two workers is killed: no site waits for longer than two intervals, none is checked twice at the same time.',
    args: ['1'],
    shortened: '1 kill instead of 4.',
    beside: 'monitors',
    timeoutS: 170,
  },
  {
    name: 'reports',
    claim: 'At least 500 reports of servers a second are accepted.',
    args: ['6'],
    shortened: '6 s instead of 15.',
    timeoutS: 45,
  },
  {
    name: 'cron',
    claim:
      'The cron page of 10,000 tenants with 300,000 tasks is served within 500 ms, the board of their troubles within 200 ms.',
    timeoutS: 120,
  },
  {
    name: 'cron-expressions',
    claim:
      'The times of 100,000 cron expressions, half of them close to a change of the clock, are those of a second library.',
    args: ['20000'],
    timeoutS: 120,
  },
  {
    name: 'databases',
    claim:
      'The page of 500 databases with 1,440 samples each is served within 100 ms, with every spike in its sparkline.',
    timeoutS: 60,
  },
  {
    name: 'audit-verify',
    claim:
      'The chain of 1,000,000 audit events is verified within 60 s on both databases, and the first altered event is named.',
    args: ['100000'],
    shortened: '100,000 events in a tenth of the time.',
    timeoutS: 90,
  },
  {
    name: 'utopia',
    claim: 'Utopia recalculates 10,000 tenants x 24 columns within 50 ms of a key press (p99).',
    timeoutS: 80,
  },
  {
    name: 'monitor-list-browser',
    claim:
      'The list of 48,000 monitors with their charts in Chromium: first cards within 1 s, key and filter to paint within 100 ms (median).',
    timeoutS: 110,
  },
  {
    name: 'branding-preview',
    claim: 'The previews of a branding show each key within 100 ms (p99).',
    timeoutS: 60,
  },
  {
    name: 'run-output',
    claim:
      'A run of 100,000 lines followed in Chromium while its connection breaks: no line lost or repeated, no block over 100 ms, heap under 200 MB.',
    args: ['40000', '20'],
    shortened: '40,000 lines and 20 breaks instead of 100,000 and 50.',
    timeoutS: 60,
  },
  {
    name: 'spreadsheet',
    claim:
      'A spreadsheet of 100,000 x 20 is read in at most 3.5 x the time of inflating and scanning it by hand, under 200 MB, without a wrong cell; CSV in at most 1.1 x of papaparse; bombs are refused within 1 s and under 400 MB.',
    timeoutS: 80,
  },
  {
    name: 'published-files',
    claim:
      '10,000 settings are rendered and parsed in each format within 500 ms, and parsing twice as much hostile text takes at most 3 x as long.',
    timeoutS: 60,
  },
  {
    name: 'soap-forms',
    claim:
      'Twenty WSDLs of differing styles are loaded and their forms made within 50 ms each; a schema of 4,000 types takes at most 3 x as long as one of 2,000.',
    timeoutS: 60,
  },
  {
    name: 'importer-browser',
    claim: 'Importing 100,000 members in Chromium never blocks the page for over 100 ms.',
    args: ['40000'],
    shortened: '40,000 members instead of 100,000.',
    timeoutS: 60,
  },
  {
    name: 'durability',
    claim:
      'A console on the embedded database is killed while operators change tenants, save, commit and build: each acknowledged write is in the data, the files and the audit trail.',
    args: ['6'],
    shortened: '6 kills instead of 25.',
    beside: true,
    timeoutS: 180,
  },
  {
    name: 'many-writers',
    claim:
      '50 writers of one filled config on PostgreSQL: no silent overwrite, every acknowledged change in the history, nobody turned away; planted overwrites are found.',
    args: ['60'],
    shortened: '60 schedules instead of 2,000.',
    beside: true,
    timeoutS: 240,
  },
  {
    name: 'database-restarts',
    claim:
      'A PostgreSQL under 8 writers is restarted 200 times, hangs, and has connections cut in the middle of statements: the console neither ends nor loses an acknowledged change, all connections come back, answers within 3.5 s, ready within 2 s of the database.',
    args: ['12', '1'],
    shortened: '12 restarts and cuts and 1 hang of 20 s instead of 200 and 10.',
    beside: true,
    timeoutS: 150,
  },
  {
    name: 'deploy-kill',
    claim:
      'A console is killed at random points of a deploy: servers serve one whole version, the lock is released, nothing runs twice.',
    args: ['5'],
    shortened: '5 kills instead of 50.',
    beside: true,
    timeoutS: 240,
  },
  {
    name: 'alert-kills',
    claim:
      'A worker is killed in the middle of sending messages of alerts: 0 lost, 0 twice; the receiver counts by id.',
    args: ['6'],
    shortened: '6 kills instead of 100.',
    beside: true,
    timeoutS: 300,
  },
  {
    name: 'lease-kill',
    claim: 'A console is killed while it holds the lease of a commit: another one commits that config within 5 s.',
    args: ['4'],
    shortened: '4 kills instead of 6.',
    beside: true,
    timeoutS: 120,
  },
  {
    name: 'config-drift',
    claim: 'The published configs of 10,000 tenants are read back in runs of at most 30 s of each minute.',
    args: ['3000'],
    shortened: '3,000 tenants instead of 10,000.',
    beside: true,
    timeoutS: 60,
  },
  {
    name: 'licences',
    claim: '100,000 changed copies of a licence: none is accepted, none is an exception.',
    beside: true,
    timeoutS: 40,
  },
];
