/** A location that a release is served from. */
export interface Target {
  host: string;
  /** Below the server's root, `/`-separated plain names, e.g. `prod/coursepro/strive`. */
  path: string;
}

/** A deployed artifact and the plain name of its copy on the servers. */
export interface StagedRelease {
  name: string;
  sha256: string;
}

/** Runs a command to completion. @throws when it fails or is aborted */
export type Execute = (argv: readonly string[], cwd: string) => Promise<void>;

/** The folders of one build. */
export interface Workplace {
  /** Path for the exported tree as a tar file. */
  tree: string;
  /** Folder in which it is unpacked and built. */
  source: string;
  /** Output folder of the build; its content becomes the artifact. */
  out: string;
}

/**
 * Release files: artifacts by SHA-256, and their copies on servers. On a server every copy has its own folder, and the link `current`
 * points at the served one, so readers see either the old or the new copy. All steps are idempotent. Errors: AppError('target_failed') with
 * a message for the user.
 */
export interface ReleaseFiles {
  /** Provides empty folders for a build and removes them afterwards. `name` is unique for the build. */
  withWorkplace<T>(name: string, work: (place: Workplace) => Promise<T>): Promise<T>;
  /** Removes the folders of dead builds. @param isNeeded whether the build of this name still runs; called after the folder was listed */
  dropWorkplaces(isNeeded: (name: string) => Promise<boolean>): Promise<void>;
  unpackTree(place: Workplace, execute: Execute): Promise<void>;
  /** Stores the output of the build as an artifact. @throws AppError('target_failed') when there is none */
  keep(place: Workplace, execute: Execute): Promise<{ sha256: string; size: number }>;
  /** Removes all artifacts except these and those stored since. */
  dropArtifacts(keep: readonly string[], since: Date): Promise<void>;
  /** Copies an artifact to a server and verifies its SHA-256, without affecting the served copy. */
  stage(target: Target, release: StagedRelease, execute: Execute): Promise<void>;
  /** Working folder of a command on a copy, and the folder shared by all copies of the target. */
  commandPlace(target: Target, name: string): Promise<{ cwd: string; shared: string }>;
  /** Switches to this copy; null: none. */
  switchTo(target: Target, name: string | null): Promise<void>;
  /** Name of the served copy; null: none. */
  current(target: Target): Promise<string | null>;
  /** Removes all copies except these and the served one. */
  prune(target: Target, keep: readonly string[]): Promise<void>;
}
