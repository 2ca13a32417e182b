/** All expected errors with their HTTP status, for server and browser. */
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

/** Body of every error response. `msg` repeats `error` because the documents read that key for some calls. */
export interface ErrorBody {
  error: string | string[];
  msg: string;
  code: ErrorCode;
  request_id: string;
  /** Message per field (path joined with dots). */
  fields?: Record<string, string>;
  /** Additional data, e.g. the clashing keys of a conflict. */
  details?: unknown;
  /** Output of a run before it failed. */
  output?: string;
}
