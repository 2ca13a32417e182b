import type { Buffer } from 'node:buffer';

export interface Branch {
  name: string;
  /** Head commit, 40 or 64 hex digits. */
  commit: string;
}

export interface Tag {
  name: string;
  /** The tagged commit. */
  commit: string;
  createdAt: Date;
  /** The branch it was created from, as recorded by createTag; otherwise a branch that contains the commit, or ''. */
  branch: string;
}

/** Refs with usable names; the others (hostile or malformed) are only counted. */
export interface Listed<Ref> {
  refs: Ref[];
  leftOut: number;
}

export interface NewTag {
  branch: string;
  tag: string;
  /** Author, recorded in the tag. */
  by: string;
  at: Date;
  /** Unique, recorded in the tag: tells it from an equal one of a concurrent caller when the reply of the remote is lost. */
  id: string;
}

/**
 * Git repositories by their configured names. Every method reads the current state. A `ref` is the plain name of a branch or tag (tags take
 * precedence), or a commit.
 * Errors: AppError('refused') for an unknown repository or an unusable name; AppError('not_found') for a missing ref;
 * AppError('target_failed') when the repository is unavailable, without its address in the message.
 */
export interface Repositories {
  /** Sorted by name. */
  branches(repository: string): Promise<Listed<Branch>>;
  /** Newest first; within the same second, higher versions first. */
  tags(repository: string): Promise<Listed<Tag>>;
  /** Creates a tag at the head of a branch. Among concurrent callers exactly one gets `created`. */
  createTag(repository: string, tag: NewTag): Promise<{ outcome: 'created'; commit: string } | { outcome: 'exists' }>;
  /** A file at a ref; null when it does not exist. At most 5 MB; symbolic links do not count as files. */
  readFile(repository: string, ref: string, path: string): Promise<Buffer | null>;
  /** Sorted paths of all files below a folder ('' for all) at a ref. */
  listFiles(repository: string, ref: string, folder: string): Promise<string[]>;
  /** Resolves a ref to its commit. */
  resolve(repository: string, ref: string): Promise<string>;
  /** Writes the tree of a commit to a tar file, which must not exist. */
  exportTree(repository: string, commit: string, file: string): Promise<void>;
}
