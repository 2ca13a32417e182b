// Applies pending migrations: `node tools/migrate.mjs [--check]`. The sandbox's database is a file.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

const say = (line) => process.stdout.write(`${line}\n`);

const journal = join(env.RELEASE_SHARED, 'migrations.log');
const applied = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').filter(Boolean) : [];
const all = readdirSync('migrations').sort();
if (process.argv.includes('--check')) {
  const unknown = applied.filter((name) => !all.includes(name));
  say(unknown.length === 0 ? 'The schema fits' : `The schema is newer: ${unknown.join(', ')}`);
  process.exit(0);
}
const waiting = all.filter((name) => !applied.includes(name));
for (const name of waiting) {
  appendFileSync(journal, `${name}\n`);
  say(`${name}  DONE`);
}
say(waiting.length === 0 ? 'Nothing to migrate' : `${waiting.length} migrations applied`);
