/** What is checked. */
export interface ProbeTarget {
  kind: 'http' | 'https' | 'tcp';
  host: string;
  /** Null: 80 or 443, as the kind has it; a tcp check needs one. */
  port: number | null;
  /** Of http and https. */
  expectedStatus: number;
  timeoutMs: number;
}

/** How one check went; a host that does not answer is a result like any other. */
export interface ProbeResult {
  ok: boolean;
  /** Until the answer or the failure, in ms. */
  ms: number;
  /** What it answered, e.g. `200 OK`; null when it did not. */
  response: string | null;
  /** Why the check failed, in words for a person; null when it did not. */
  error: string | null;
  certificateEnds: Date | null;
}

/** Asks one host whether it answers as it should. */
export interface Probes {
  /** Never rejects for what the host does or does not do. */
  check(target: ProbeTarget): Promise<ProbeResult>;
}
