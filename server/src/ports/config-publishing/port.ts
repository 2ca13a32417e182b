import type { Buffer } from 'node:buffer';

/** One server that published files are written to. */
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
 * `error` says what is wrong in words for a person; it names no folder of the server and nothing of the content. `silent`: the
 * server did not answer within the limit, so another step now would most likely wait as long.
 */
export type TargetOutcome = { host: string; ok: true } | { host: string; ok: false; error: string; silent?: true };

/**
 * Publishing of rendered config files to servers. Every method answers per target and never throws for a target's failure; a
 * target that does not answer within the driver's limit (10 s) counts as failed. All steps are idempotent, so a repeated
 * publish heals. A host or path outside the allowed grammar and a symbolic link on the way are failures of the target.
 */
export interface ConfigPublishing {
  /** Writes the file beside its place under a temporary name made from `publicationId` and flushes it; readers see nothing. */
  stage(target: PublishTarget, file: PublishFile, publicationId: string): Promise<TargetOutcome>;
  /** Reads the staged file back and compares its SHA-256. */
  verify(target: PublishTarget, file: PublishFile, publicationId: string): Promise<TargetOutcome>;
  /**
   * Renames the staged file into place atomically; a reader sees the old or the new file whole. Without a staged file it is
   * fine exactly when the published file already has this content.
   */
  activate(target: PublishTarget, file: PublishFile, publicationId: string): Promise<TargetOutcome>;
  /** Removes a staged file that will not be activated; absent is fine. */
  discard(target: PublishTarget, path: string, publicationId: string): Promise<TargetOutcome>;
  /** The published file now on the target; null when there is none. Throws AppError('target_failed') when it cannot be read. */
  read(target: PublishTarget, path: string): Promise<Buffer | null>;
  /** Takes the published file off the target; absent is fine. */
  withdraw(target: PublishTarget, path: string): Promise<TargetOutcome>;
}
