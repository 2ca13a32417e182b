/** A program and its arguments, with placeholders in braces for release values (see `fillIn`). */
export type CommandTemplate = readonly string[];

/** How an app is built, deployed and checked. */
export interface ReleasePlan {
  /** Runs in the exported tree; its output in the folder `{out}` is the artifact. */
  build: CommandTemplate;
  /** Commands per service, each run once per deploy, in the staged copy on the first server. */
  migrations: Readonly<Record<string, readonly CommandTemplate[]>>;
  /** Copies `{from}` to a remote server; null where the servers' folders are mounted. */
  copy: CommandTemplate | null;
  /** Makes a remote server serve `{copy}`, atomically; `{copy}` is empty to serve nothing. */
  switch: CommandTemplate | null;
  /** Runs in the served copy after the switch; exit code 0 means healthy. */
  health: CommandTemplate | null;
  /** Servers by environment. */
  hosts: Readonly<Record<string, readonly string[]>>;
}

/** The operator's release settings. */
export interface ReleasePlans {
  /** @throws AppError('refused') when the app is not configured, AppError('unavailable') when the settings cannot be read */
  plan(app: string): Promise<ReleasePlan>;
  /** Address or path of a repository; undefined when it is not configured. */
  repository(app: string): Promise<string | undefined>;
}
