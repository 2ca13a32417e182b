// Builds the app: `node tools/build.mjs --service S --env E --version V --out DIR`. Writes to DIR.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const say = (line) => process.stdout.write(`${line}\n`);
const complain = (line) => process.stderr.write(`${line}\n`);

const option = { type: 'string' };
const { values } = parseArgs({ options: { service: option, env: option, version: option, out: option } });
const { service, env, version, out } = values;
const facts = { service, env, version };

say(`Building ${service} ${version} for ${env}`);
const files = {};
for (const name of readdirSync('app', { recursive: true }).sort()) {
  if (!statSync(join('app', name)).isFile()) continue;
  const text = readFileSync(join('app', name), 'utf8');
  const built = text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, key) => {
    if (facts[key] !== undefined) return facts[key];
    complain(`app/${name}: the placeholder ${placeholder} is not known`);
    process.exit(1);
  });
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), built);
  files[name] = createHash('sha256').update(built).digest('hex');
  say(`  app/${name}  ${built.length} bytes`);
}
for (const folder of ['tools', 'migrations']) cpSync(folder, join(out, folder), { recursive: true });
writeFileSync(join(out, 'release.json'), `${JSON.stringify({ ...facts, files }, null, 2)}\n`);
say(`Built ${Object.keys(files).length} files`);
