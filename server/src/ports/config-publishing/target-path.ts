/** A rejected or failed step, with a message for the user. */
export class TargetFault extends Error {
  override readonly name = 'TargetFault';
}

const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
// The first character excludes `..` and the temporary names.
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const PUBLICATION = /^[A-Za-z0-9-]{1,64}$/;
const DEPTH = 8;

/** Validates a host as a folder name. Throws TargetFault for anything but a plain host name. */
export function checkedHost(host: string): string {
  if (host.length > 253 || !HOST.test(host) || DEVICE.test(host))
    throw new TargetFault('The server has no valid host name.');
  return host;
}

/** Splits and validates a published path; the last segment is the file. Throws TargetFault for anything but plain names. */
export function checkedPath(path: string): { folders: string[]; file: string } {
  const segments = path.split('/');
  const file = segments.pop();
  const plain = (name: string) => SEGMENT.test(name) && !DEVICE.test(name) && !name.endsWith('.');
  if (file === undefined || segments.length >= DEPTH || ![...segments, file].every(plain)) {
    throw new TargetFault('The published path is not allowed.');
  }
  return { folders: segments, file };
}

const STAGED = '.tmp.';
const LEFT_MS = 3_600_000;

/** The temporary name of a staged file. */
export function stagedName(publicationId: string): string {
  if (!PUBLICATION.test(publicationId)) throw new TargetFault('The publication has no valid id.');
  return `${STAGED}${publicationId}`;
}

/**
 * Selects orphaned files: staged an hour or more before `staged`, never activated, and their server unreachable at the time to discard
 * them. Times are of the server's clock, in milliseconds.
 */
export function leftBehind(files: readonly { name: string; modifiedMs: number }[], staged: string): string[] {
  const fresh = files.find((file) => file.name === staged);
  if (!fresh) return [];
  const isStaged = (name: string) => name.startsWith(STAGED) && PUBLICATION.test(name.slice(STAGED.length));
  return files
    .filter(({ name, modifiedMs }) => isStaged(name) && fresh.modifiedMs - modifiedMs >= LEFT_MS)
    .map(({ name }) => name);
}
