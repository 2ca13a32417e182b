import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAKE = fileURLToPath(new URL('../../sandbox/src/repositories/main.ts', import.meta.url));

/** Git repositories of the apps and their release settings. */
export interface ReleaseSources {
  /** For RELEASES_FILE. */
  file: string;
  /** Runs git in the repository of an app. */
  git(app: string, ...args: string[]): string;
  /** Makes deploys to an environment wait before their migrations until the returned function is called. */
  hold(env: string): () => void;
  dispose(): void;
}

/** A migration command that waits while a file exists. */
const WAIT = `
const { existsSync } = require('node:fs');
const [file] = process.argv.slice(1);
if (existsSync(file)) console.log('waiting for the go-ahead');
const look = setInterval(() => existsSync(file) || clearInterval(look), 50);
`;

/** Creates the sandbox's repositories in a separate folder, where a journey can change them. */
export function makeReleaseSources(): ReleaseSources {
  const own = mkdtempSync(join(tmpdir(), 'mc-e2e-releases-'));
  const folder = join(own, 'repositories');
  const today = new Date().toISOString().slice(0, 10);
  execFileSync(process.execPath, [MAKE, '--seed', '1', '--today', today, '--out', folder]);
  const file = join(folder, 'releases.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { apps: Record<string, { migrations: object }> };
  const waiting = ['{node}', '-e', WAIT, join(folder, 'held-{env}')];
  for (const app of Object.values(settings.apps))
    app.migrations = Object.fromEntries(
      Object.entries(app.migrations).map(([service, commands]: [string, unknown[]]) => [
        service,
        [waiting, ...commands],
      ]),
    );
  writeFileSync(file, JSON.stringify(settings));
  return {
    file,
    git: (app, ...args) =>
      execFileSync('git', ['-C', join(folder, `${app}.git`), ...args], { encoding: 'utf8' }).trim(),
    hold(env) {
      const held = join(folder, `held-${env}`);
      writeFileSync(held, '');
      return () => rmSync(held, { force: true });
    },
    dispose: () => rmSync(own, { recursive: true, force: true }),
  };
}
