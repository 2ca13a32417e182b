import { createDice, HOUR_MS } from '../random.ts';

/** A commit of a sandbox repository: its full tree and the refs to it. */
export interface Commit {
  message: string;
  author: string;
  at: Date;
  /** Content by path. */
  files: ReadonlyMap<string, string>;
  branches: string[];
  tags: string[];
  /** Index of the parent commit; null for the first. */
  parent: number | null;
}

/** Tags of each app, oldest first. */
export const APP_TAGS: Readonly<Record<string, readonly string[]>> = {
  coursepro: ['4.16.0', '4.16.1', '4.17.0', '4.17.1', '4.18.0', '4.18.1', '4.18.2', '4.19.0-rc1', '4.19.0-rc2'],
  bg: ['2.28.0', '2.29.0', '2.30.3', '2.30.4', '2.31.0'],
  insight: ['v1.8.0', 'v1.9.0', 'v1.9.1', 'v1.10.0'],
  merlin: ['0.8.3', '0.8.4', '0.9.0', '0.9.1'],
};

const AUTHORS = ['Amelia Hart', 'Tom Okafor', 'Priya Nair', 'Gethin Rees'];
const CHANGES = [
  'Speed up the list of bookings',
  'Show waiting lists by priority',
  'Correct rounding of part refunds',
  'Let parents see the next lesson',
  'Index bookings by term',
  'Remember the filter of the register',
  'Translate the joining pages into Welsh',
  'Send reminders in the local time',
  'Close sessions after twelve hours',
];

/** The history of an app, oldest commit first: main with its tags, release branches, develop and features. */
export function appHistory(app: string, seed: number, today: string, sources: ReadonlyMap<string, string>): Commit[] {
  const dice = createDice(seed, `repository:${app}`);
  const tags = APP_TAGS[app] ?? [];
  const commits: Commit[] = [];
  const add = (
    message: string,
    hoursAgo: number,
    files: ReadonlyMap<string, string>,
    parent: number | null,
  ): number => {
    const at = new Date(Date.parse(`${today}T08:00:00Z`) - hoursAgo * HOUR_MS);
    return commits.push({ message, author: dice.pick(AUTHORS), at, files, branches: [], tags: [], parent }) - 1;
  };
  let head: number | null = null;
  tags.forEach((tag, index) => {
    const hoursAgo = (tags.length - index) * 24 * 7 + dice.int(1, 60);
    head = add(dice.pick(CHANGES), hoursAgo, treeOf(app, sources, index + 1), head);
    commits[head]?.tags.push(tag);
    const minor = /^v?(\d+\.\d+)/.exec(tag)?.[1];
    const following = tags[index + 1];
    if (minor !== undefined && !following?.replace(/^v/, '').startsWith(`${minor}.`))
      commits[head]?.branches.push(`release/${minor}`);
  });
  const latest = treeOf(app, sources, tags.length + 1);
  const main = add(dice.pick(CHANGES), 30, latest, head);
  commits[main]?.branches.push('main');
  const branch = (
    name: string,
    message: string,
    hoursAgo: number,
    changed: [string, string][],
    from: number,
  ): number => {
    const at = add(message, hoursAgo, new Map([...latest, ...changed]), from);
    commits[at]?.branches.push(name);
    return at;
  };
  const develop = branch('develop', 'Start the next version', 20, [['NEXT.md', 'Nothing decided yet.\n']], main);
  branch('feature/booking-widget', 'Try a booking widget', 12, [['app/widget.html', '<p>Book here</p>\n']], develop);
  branch(
    'feature/broken-build',
    'Use a placeholder nobody fills',
    9,
    [['app/index.html', '<p>{{bookings}}</p>\n']],
    develop,
  );
  const ill = `${JSON.stringify({ status: 'failing', reason: 'the queue of bookings does not move' })}\n`;
  branch('feature/unhealthy', 'Move bookings to a queue', 6, [['app/health.json', ill]], develop);
  return commits;
}

function treeOf(app: string, sources: ReadonlyMap<string, string>, migrations: number): Map<string, string> {
  const files = new Map(sources);
  files.set('README.md', `# ${app}\n`);
  files.set(
    'app/index.html',
    `<!doctype html>\n<title>${app}</title>\n<p>${app} {{service}} {{version}} on {{env}}</p>\n`,
  );
  files.set('app/health.json', `${JSON.stringify({ status: 'ok' })}\n`);
  for (let number = 1; number <= migrations; number += 1) {
    const name = `${String(number).padStart(4, '0')}_step.sql`;
    files.set(`migrations/${name}`, `alter table bookings add column step_${number} integer;\n`);
  }
  return files;
}
