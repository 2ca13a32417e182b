import { controlFile, type ControlFile } from '@mission-control/contract/control/schema';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The control files that the console wrote to the sandbox's servers (docs/control-file.md). */
export interface ControlFiles {
  /** The file of the service behind a host. */
  ofHost(host: string): ControlFile | undefined;
  /** The file of a tenant's service. */
  of(tenant: number, service: string): ControlFile | undefined;
}

const NAME = /^[a-z0-9-]+\.control\.json$/;
const MIN_PAUSE_MS = 1_000;
/** Pauses of this many times the scan duration limit scanning to about a twentieth of the time. */
const PAUSE_SHARE = 20;

interface Folder {
  changed: number;
  files: ControlFile[];
}

/**
 * Follows the control files below `<root>/<server>/config/tenants/<id>/`. As a platform's own programs should, it ignores an unreadable
 * file, keeping the previous state, and forgets a deleted one.
 */
export function followControlFiles(root: string): ControlFiles & { scan(): Promise<void> } {
  let folders = new Map<string, Folder>();
  let byHost = new Map<string, ControlFile>();
  let byService = new Map<string, ControlFile>();

  async function scan(): Promise<void> {
    const next = new Map<string, Folder>();
    for (const server of await namesIn(root)) {
      const tenants = join(root, server, 'config', 'tenants');
      for (const tenant of await namesIn(tenants)) {
        const path = join(tenants, tenant);
        const found = await readFolder(path, folders.get(path));
        if (found) next.set(path, found);
      }
    }
    folders = next;
    const files = [...next.values()].flatMap((folder) => folder.files);
    byHost = new Map(files.flatMap((file) => file.hosts.map((host) => [host, file])));
    byService = new Map(files.map((file) => [`${file.tenant} ${file.service}`, file]));
  }

  return {
    scan,
    ofHost: (host) => byHost.get(host),
    of: (tenant, service) => byService.get(`${tenant} ${service}`),
  };
}

/** Scans repeatedly until the process ends. */
export async function keepScanning({ scan }: { scan(): Promise<void> }): Promise<never> {
  for (;;) {
    const started = performance.now();
    await scan().catch((error: unknown) => process.stderr.write(`Control files cannot be read: ${String(error)}\n`));
    await sleep(Math.max(MIN_PAUSE_MS, (performance.now() - started) * PAUSE_SHARE));
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Reads a folder if it has changed since it was `known`; a file is replaced by renaming, which changes its folder. */
async function readFolder(path: string, known: Folder | undefined): Promise<Folder | undefined> {
  const changed = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
  if (changed === undefined) return undefined;
  if (changed === known?.changed) return known;
  const names = (await namesIn(path)).filter((name) => NAME.test(name));
  const files = await Promise.all(names.map((name) => readControlFile(join(path, name))));
  return { changed, files: files.filter((file) => file !== undefined) };
}

async function readControlFile(path: string): Promise<ControlFile | undefined> {
  try {
    return controlFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}
