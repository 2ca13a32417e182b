/** A place that a release is served from. */
export interface Target {
  host: string;
  /** Below the server's root, `/`-separated plain names, e.g. `prod/coursepro/strive`. */
  path: string;
}

/** What is deployed: an artifact, and the plain name its copy has on the servers. */
export interface StagedRelease {
  name: string;
  sha256: string;
}

/** Runs a command to its end. @throws when it fails, or when it is to stop */
export type Execute = (argv: readonly string[], cwd: string) => Promise<void>;

/** The folders of one build. */
export interface Workplace {
  /** Where the exported tree may be put as a tar file. */
  tree: string;
  /** Where it is unpacked and built. */
  source: string;
  /** What the build leaves here is the artifact. */
  out: string;
}

/**
 * Files of releases: artifacts by their SHA-256, and copies of them on servers. On a server every copy has a folder of its own, and
 * `current` leads to the one that is served: a reader sees the old or the new one whole. All steps may be repeated.
 * Errors: AppError('target_failed') in words for a person.
 */
export interface ReleaseFiles {
  /** Lends empty folders for a build and takes them away afterwards. `name` is unique for the build. */
  withWorkplace<T>(name: string, work: (place: Workplace) => Promise<T>): Promise<T>;
  /** Takes away the folders that dead builds left. @param isNeeded whether the build of this name still runs; asked after the folder was seen */
  dropWorkplaces(isNeeded: (name: string) => Promise<boolean>): Promise<void>;
  /** Unpacks the exported tree. */
  unpackTree(place: Workplace, execute: Execute): Promise<void>;
  /** Keeps what the build left. @throws AppError('target_failed') when it left nothing */
  keep(place: Workplace, execute: Execute): Promise<{ sha256: string; size: number }>;
  /** Removes all artifacts but these and those that were kept since. */
  dropArtifacts(keep: readonly string[], since: Date): Promise<void>;
  /** Copies an artifact to a server and compares its SHA-256; what is served stays. */
  stage(target: Target, release: StagedRelease, execute: Execute): Promise<void>;
  /** Where a command about a copy runs, and the folder that all copies of the target share. */
  commandPlace(target: Target, name: string): Promise<{ cwd: string; shared: string }>;
  /** Serves this copy from now on; null: none. */
  switchTo(target: Target, name: string | null): Promise<void>;
  /** The name of the copy that is served; null: none. */
  current(target: Target): Promise<string | null>;
  /** Removes all copies but these and the served one. */
  prune(target: Target, keep: readonly string[]): Promise<void>;
}
