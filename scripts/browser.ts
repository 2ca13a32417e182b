import { accessSync, constants, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** How to start a browser: program, arguments and environment. */
export interface Browser {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function findInstalled(env: NodeJS.ProcessEnv): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macApplications];
  return candidates.find((path) => existsSync(path));
}

/** Unpacks the Chromium of the npm package, with the libraries it needs on a machine without a desktop. */
async function unpackPackaged(): Promise<{ executablePath: string; libraries: string }> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium');
  await inflate(join('node_modules', '@sparticuz', 'chromium', 'bin', 'al2023.tar.br'));
  return { executablePath: await packaged.executablePath(), libraries: join(tmpdir(), 'al2023', 'lib') };
}

async function packagedBrowser(env: NodeJS.ProcessEnv): Promise<Browser> {
  const { executablePath, libraries } = await unpackPackaged();
  const libraryPath = [libraries, ...(env['LD_LIBRARY_PATH'] ?? '').split(delimiter)].filter(Boolean).join(delimiter);
  return {
    executablePath,
    // With a zygote, the renderers of closed pages stay and use the processor.
    args: [...quiet, '--no-zygote', '--headless=shell'],
    env: {
      ...definedOf(env),
      LD_LIBRARY_PATH: libraryPath,
      FONTCONFIG_PATH: env['FONTCONFIG_PATH'] ?? join(tmpdir(), 'fonts'),
    },
  };
}

const definedOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/**
 * The browser for screenshots and measurements: $CHROME, else an installed Chromium or Chrome, else the one from npm.
 * @throws an Error when $CHROME does not exist
 */
export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const chosen = env['CHROME'];
  if (chosen !== undefined && chosen !== '') {
    if (!existsSync(chosen))
      throw new Error(`CHROME=${chosen} does not exist; unset it, or give the path of a Chromium.`);
    return { executablePath: chosen, args: quiet, env: definedOf(env) };
  }
  const installed = findInstalled(env);
  if (installed !== undefined) return { executablePath: installed, args: quiet, env: definedOf(env) };
  return packagedBrowser(env);
}

/** No optimizing compilers: they take a tenth of the renderers' CPU time, which the short-lived pages of journeys do not recoup. */
const UNOPTIMIZED = '--js-flags=--no-maglev --no-turbofan';

/**
 * The browser for journeys: $CHROME, else the one from npm if it runs, because a headless-only Chromium
 * needs about a third less CPU time for the same pages; else as `findBrowser`.
 */
export async function findJourneyBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  if (env['CHROME'] || process.platform !== 'linux' || process.arch !== 'x64') return findBrowser(env);
  const packaged = await packagedBrowser(env);
  try {
    // Another user of the machine may have unpacked it without permission for others.
    accessSync(packaged.executablePath, constants.X_OK);
    return { ...packaged, args: [...packaged.args, UNOPTIMIZED] };
  } catch {
    return findBrowser(env);
  }
}
