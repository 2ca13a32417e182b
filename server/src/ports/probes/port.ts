/** The endpoint to check. */
export interface ProbeTarget {
  kind: 'http' | 'https' | 'tcp';
  host: string;
  /** Null: 80 or 443, depending on the kind; required for tcp. */
  port: number | null;
  /** For http and https. */
  expectedStatus: number;
  timeoutMs: number;
}

/** Result of one check; a host that does not respond is a regular result. */
export interface ProbeResult {
  ok: boolean;
  /** Time until the response or failure, in ms. */
  ms: number;
  /** The response, e.g. `200 OK`; null when there was none. */
  response: string | null;
  /** Why the check failed, for the user; null on success. */
  error: string | null;
  certificateEnds: Date | null;
}

/** Checks whether a host responds as expected. */
export interface Probes {
  /** Never rejects because of the host's behaviour. */
  check(target: ProbeTarget): Promise<ProbeResult>;
}
