import type { Buffer } from 'node:buffer';

export interface Branch {
  name: string;
  /** The commit at its head, 40 or 64 hex digits. */
  commit: string;
}

export interface Tag {
  name: string;
  /** The commit it stands for. */
  commit: string;
  createdAt: Date;
  /** The branch it was made from, as createTag has written into it; otherwise a branch that has its commit, '' when none has. */
  branch: string;
}

/** Refs whose names are usable here; the others (hostile or merely odd names) are counted and never passed on. */
export interface Listed<Ref> {
  refs: Ref[];
  leftOut: number;
}

export interface NewTag {
  branch: string;
  tag: string;
  /** Who makes it; kept in the tag. */
  by: string;
  at: Date;
}

/**
 * Git repositories by their configured names. Every method reads what the repository holds now. A `ref` is the plain name of a branch or
 * a tag (a tag goes before a branch of the same name), or a commit.
 *
 * Errors: AppError('refused') for a repository that is not configured or a name that is not usable; AppError('not_found') for
 * a ref that does not exist; AppError('target_failed') when the repository does not answer, in words without its address.
 */
export interface Repositories {
  /** By name. */
  branches(repository: string): Promise<Listed<Branch>>;
  /** Newest first; of the same second, the higher version first. */
  tags(repository: string): Promise<Listed<Tag>>;
  /** Creates a tag at the head of a branch. Of any number of callers at the same time one is told `created`. */
  createTag(repository: string, tag: NewTag): Promise<{ outcome: 'created'; commit: string } | { outcome: 'exists' }>;
  /** A file as it is at a ref; null when there is no such file. At most 5 MB; symbolic links are no files. */
  readFile(repository: string, ref: string, path: string): Promise<Buffer | null>;
  /** Paths of all files below a folder ('' for all) at a ref, by name. */
  listFiles(repository: string, ref: string, folder: string): Promise<string[]>;
  /** The commit a ref stands for. */
  resolve(repository: string, ref: string): Promise<string>;
  /** Writes the tree of a commit as a tar file, which must not exist yet. */
  exportTree(repository: string, commit: string, file: string): Promise<void>;
}
