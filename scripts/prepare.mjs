// Plain JavaScript, unlike the rest of the console: it runs on any Node (18 or newer), installs the packages when needed,
// and continues with the lockfile's Node 24.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
const stamp = join(modules, '.installed-from');
const steps = {
  start: [['scripts/build-web.ts'], ['server/src/app/main.ts']],
  dev: [['scripts/dev.ts']],
  test: [['scripts/test.ts']],
  walks: [['scripts/test.ts', 'walks']],
  verify: [['scripts/verify.ts']],
  account: [['server/src/app/account/main.ts']],
  audit: [['server/src/app/account/main.ts', 'audit']],
  inventory: [['server/src/app/account/main.ts', 'inventory']],
  'move-data': [['server/src/app/account/main.ts', 'move-data']],
  bench: [['scripts/build-web.ts'], ['bench/all.ts']],
  guide: [['scripts/build-web.ts'], ['scripts/guide.ts']],
  screens: [['scripts/build-web.ts'], ['scripts/screens.ts']],
};

/** PATH without any node_modules/.bin, so that npm does not run on the Node it is about to replace. */
const outsidePath = () =>
  (process.env.PATH ?? '').split(delimiter).filter((dir) => !dir.endsWith(join('node_modules', '.bin')));

/** Runs a command in the foreground, forwards signals, and returns its exit code. */
function run(command, args, path) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      // Caches compiled code for later starts and child processes.
      env: { NODE_COMPILE_CACHE: join(root, '.cache', 'node'), ...process.env, PATH: path.join(delimiter) },
    });
    // A terminal sends Ctrl-C to the whole group: forwarding it would count as a second one, which exits immediately.
    const ofTerminal = process.stdin.isTTY || process.stdout.isTTY;
    const handOn = (signal) => (ofTerminal && signal !== 'SIGTERM' ? undefined : child.kill(signal));
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, handOn);
    const end = (code) => {
      for (const signal of signals) process.off(signal, handOn);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command} did not start: ${error.message}`);
      end(127);
    });
    child.on('exit', (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 1)));
  });
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

const isStamped = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();

function isInstalled() {
  if (!existsSync(bin)) return false;
  if (isStamped()) return true;
  // npm was run manually: it writes its own copy of the lockfile last.
  const own = join(modules, '.package-lock.json');
  return existsSync(own) && statSync(own).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

async function install() {
  if (!isInstalled()) {
    console.log('Installing the packages of package-lock.json ...');
    const started = Date.now();
    const code = await run(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      outsidePath(),
    );
    if (code !== 0) {
      console.error(
        '\nnpm ci failed. It needs the npm registry, or a cache or mirror of it (npm config get registry).',
      );
      process.exit(code);
    }
    console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
  }
  if (isStamped()) return;
  try {
    writeFileSync(stamp, lockHash());
  } catch (error) {
    // A user who runs the commands need not own the installation.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

/** The lockfile's Node 24, or the current one if it is new enough and the lockfile has none for the platform. */
function findNode() {
  const own = join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error(
    `Node ${process.versions.node} is too old, and the lockfile has no Node for ${process.platform}-${process.arch}.`,
  );
  console.error('Install Node 24 or newer (https://nodejs.org) and run the command again.');
  return process.exit(1);
}

const command = process.argv[2] ?? '';
const wanted = Object.hasOwn(steps, command) ? steps[command] : undefined;
if (!wanted) {
  console.error(`Usage: node scripts/prepare.mjs ${Object.keys(steps).join('|')}`);
  process.exit(2);
}
await install();
const node = findNode();
for (const step of wanted) {
  const code = await run(node, [...step, ...process.argv.slice(3)], [bin, ...outsidePath()]);
  if (code !== 0) process.exit(code);
}
