/** Requests sent within this time after an input count as caused by it. */
const RECENT_MS = 60_000;
/** Report interval of input that causes no request; sessions end after an hour without activity. */
const REPORT_MS = 5 * 60_000;

/** When the user was last active; opening the page counts. */
export interface Activity {
  /** Whether a request sent now is caused by the user. */
  isRecent: () => boolean;
  /** The user typed, clicked or scrolled. */
  notice: () => void;
}

/**
 * @param now monotonic ms
 * @param report sends a request when input has caused none for five minutes, so that long typing does not count as idle
 */
export function createActivity(now: () => number, report: () => void): Activity {
  let inputAt = now();
  let reportedAt = now();
  return {
    isRecent() {
      const isRecent = now() - inputAt < RECENT_MS;
      if (isRecent) reportedAt = now();
      return isRecent;
    },
    notice() {
      inputAt = now();
      if (inputAt - reportedAt < REPORT_MS) return;
      reportedAt = inputAt;
      report();
    },
  };
}
