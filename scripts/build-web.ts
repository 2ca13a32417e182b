import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { endOnInterrupt, runCommand } from './gates/gate.ts';
import { listFiles } from './list-files.ts';

const stamp = 'web/dist/.built-from';

/** A hash of all inputs of the browser bundle: sources except tests, and build variables (docs/operating.md). */
function hashOfSources(): string {
  const hash = createHash('sha256');
  const paths = [
    'package-lock.json',
    'web/package.json',
    ...listFiles('web', ['dist', 'node_modules']),
    ...listFiles('contract/src'),
    ...listFiles('packages', ['node_modules']),
  ];
  for (const path of paths.filter((name) => !/\.test\.tsx?$/.test(name))) {
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  const variables = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  for (const name of variables.sort()) hash.update(`${name}=${process.env[name]}\0`);
  return hash.digest('hex');
}

/**
 * Builds web/dist unless it is up to date.
 * @throws an Error with the output of the build when it fails
 */
export async function buildWeb(): Promise<void> {
  const sources = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log('Building the browser bundle ...');
  const started = performance.now();
  const { code, output } = await runCommand('vite', ['build', 'web', '--logLevel', 'warn'], { timeoutMs: 300_000 });
  if (code !== 0) throw new Error(`The browser bundle could not be built:\n${output}`);
  writeFileSync(stamp, sources);
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) {
  endOnInterrupt();
  await buildWeb().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
