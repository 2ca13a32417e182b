/** What subjects may have in common. */
export interface Cause {
  /** `database:4` */
  key: string;
  /** `database host eu-db-04` */
  label: string;
}

/** A thing that is in trouble, or near it; a rule decides by its values. */
export interface Trouble {
  /** Names the thing among those of its kind: `monitor:12`. */
  subject: string;
  label: string;
  /** What is wrong, in words. */
  detail: string;
  /** Path within the console. */
  link: string;
  /** ms since 1970. */
  since: number;
  /** Compared with the limit of a rule, as its kind says. */
  values: readonly number[];
  tenantId: number | null;
  regionId: number | null;
  environmentIds: readonly number[];
  /** Slug; null: it is about no service. */
  service: string | null;
  /** Its alert when it has no cause in common with others. */
  own: Cause;
  causes: readonly Cause[];
}
