/** What subjects may have in common. */
export interface Cause {
  /** `database:4` */
  key: string;
  /** `database host eu-db-04` */
  label: string;
}

/** A problem of a subject, or the approach to one; a rule decides by its values. */
export interface Problem {
  /** Identifies the subject within its kind: `monitor:12`. */
  subject: string;
  label: string;
  /** What is wrong, as text. */
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
  /** Slug; null when it is not about a service. */
  service: string | null;
  /** Groups and titles its alert when it shares no cause with others. */
  fallbackCause: Cause;
  causes: readonly Cause[];
}

/** The facts of a subject that belongs to no tenant and shares no cause with others. */
export const UNPLACED = {
  values: [],
  tenantId: null,
  regionId: null,
  environmentIds: [],
  service: null,
  causes: [],
} as const;
