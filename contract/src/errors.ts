/** Every expected failure, with the HTTP status it is answered with. One list for server and browser. */
export const ERROR_STATUS = {
  bad_request: 400,
  not_signed_in: 401,
  sign_in_required: 403,
  role_denied: 403,
  cross_site: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  refused: 422,
  too_many_attempts: 429,
  internal: 500,
  target_failed: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every error answer. `msg` repeats `error` because the documents read that key for some calls. */
export interface ErrorBody {
  error: string | string[];
  msg: string;
  code: ErrorCode;
  request_id: string;
  /** What is wrong per field (path joined with dots). */
  fields?: Record<string, string>;
  /** Further facts of the error, e.g. the clashing keys of a conflict. */
  details?: unknown;
  /** What a run wrote before it failed. */
  output?: string;
}
