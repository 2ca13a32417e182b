// Checks the integrity and health of the served files: `node tools/health.mjs --version V`, in the served folder.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const say = (line) => process.stdout.write(`${line}\n`);
const complain = (line) => process.stderr.write(`${line}\n`);

const { values } = parseArgs({ options: { version: { type: 'string' } } });
const release = JSON.parse(readFileSync('release.json', 'utf8'));
const faults = [];
if (release.version !== values.version) faults.push(`serves ${release.version} instead of ${values.version}`);
for (const [name, hash] of Object.entries(release.files)) {
  if (createHash('sha256').update(readFileSync(name)).digest('hex') !== hash) faults.push(`${name} is not whole`);
}
const { status, reason } = JSON.parse(readFileSync('health.json', 'utf8'));
if (status !== 'ok') faults.push(reason);
for (const fault of faults) complain(`unhealthy: ${fault}`);
if (faults.length === 0) say(`healthy: ${release.service} ${release.version}`);
process.exitCode = faults.length === 0 ? 0 : 1;
