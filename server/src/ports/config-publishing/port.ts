import type { Buffer } from 'node:buffer';

/** A server that files are published to. */
export interface PublishTarget {
  /** Server host name, unique over the platform, e.g. `eu-prod-web-03-a`. */
  host: string;
}

/** A file to publish, the same on every target. */
export interface PublishFile {
  /** Path under the server's config root, `/`-separated, made from ids and fixed names only, e.g. `tenants/1042/coursepro.php`. */
  path: string;
  content: Buffer;
  /** SHA-256 of the content, lower-case hex. */
  sha256: string;
}

/**
 * `error` describes the fault to the user, without folders of the server or file contents. `silent`: the server did not respond within the
 * limit, so another step now would most likely time out too.
 */
export type TargetOutcome = { host: string; ok: true } | { host: string; ok: false; error: string; silent?: true };

/**
 * Publishes rendered config files to servers. Methods return an outcome per target and never throw for a target's failure; a target that
 * does not respond within the driver's limit (10 s) counts as failed. All steps are idempotent, so a repeated publish heals. An invalid
 * host or path, and a symbolic link on the way, are failures of the target.
 */
export interface ConfigPublishing {
  /** Writes the file next to its destination under a temporary name made from `publicationId` and flushes it; readers see nothing. */
  stage(target: PublishTarget, file: PublishFile, publicationId: string): Promise<TargetOutcome>;
  /** Reads the staged file back and compares its SHA-256. */
  verify(target: PublishTarget, file: PublishFile, publicationId: string): Promise<TargetOutcome>;
  /**
   * Atomically renames the staged file into place; readers see either the old or the new file. Without a staged file it succeeds exactly
   * when the published file already has this content.
   */
  activate(target: PublishTarget, file: PublishFile, publicationId: string): Promise<TargetOutcome>;
  /** Removes a staged file that will not be activated; a missing file is fine. */
  discard(target: PublishTarget, path: string, publicationId: string): Promise<TargetOutcome>;
  /** The currently published file; null when there is none. Throws AppError('target_failed') when it cannot be read. */
  read(target: PublishTarget, path: string): Promise<Buffer | null>;
  /** Removes the published file from the target; a missing file is fine. */
  withdraw(target: PublishTarget, path: string): Promise<TargetOutcome>;
}
