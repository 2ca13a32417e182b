/** A program and its arguments; a word in braces stands for a value of the release, as `fillIn` knows them. */
export type CommandTemplate = readonly string[];

/** How an app is built, deployed and looked after. */
export interface ReleasePlan {
  /** Runs in the exported tree; what it leaves in the folder `{out}` is the artifact. */
  build: CommandTemplate;
  /** Commands per service, each run once a deploy, in the staged copy on the first server. */
  migrations: Readonly<Record<string, readonly CommandTemplate[]>>;
  /** Brings a copy to a server that is no folder here, from `{from}`; null where the servers' folders are mounted. */
  copy: CommandTemplate | null;
  /** Lets such a server serve `{copy}`, atomically; `{copy}` is empty when it is to serve nothing. */
  switch: CommandTemplate | null;
  /** Runs in what a server serves, after the switch; ends with 0 when all is well. */
  health: CommandTemplate | null;
  /** Servers by environment. */
  hosts: Readonly<Record<string, readonly string[]>>;
}

/** What an operator has settled about releases. */
export interface ReleasePlans {
  /** @throws AppError('refused') when the app is not configured, AppError('unavailable') when the settings cannot be read */
  plan(app: string): Promise<ReleasePlan>;
  /** Address or path of a repository; undefined when it is not configured. */
  repository(app: string): Promise<string | undefined>;
}
