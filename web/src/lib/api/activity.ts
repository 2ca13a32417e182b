/** Input of so long ago is still the cause of a request. */
const RECENT_MS = 60_000;
/** Input that causes no request is reported so often; sessions end after an hour without an act. */
const REPORT_MS = 5 * 60_000;

/** When a person used the page. The page itself was opened by a person. */
export interface Activity {
  /** Whether a request that is sent now comes from a person. */
  isRecent: () => boolean;
  /** A person typed, pressed or scrolled. */
  notice: () => void;
}

/**
 * @param now monotonic ms
 * @param report makes a request, because input caused none for five minutes: typing for long is no idling
 */
export function createActivity(now: () => number, report: () => void): Activity {
  let inputAt = now();
  let toldAt = now();
  return {
    isRecent() {
      const isRecent = now() - inputAt < RECENT_MS;
      if (isRecent) toldAt = now();
      return isRecent;
    },
    notice() {
      inputAt = now();
      if (inputAt - toldAt < REPORT_MS) return;
      toldAt = inputAt;
      report();
    },
  };
}
