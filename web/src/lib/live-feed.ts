import { createEventParser, type StreamEvent } from './event-stream.ts';

/** `off`: not asked for; `connecting`: first attempt or after a break; `live`: changes arrive as they happen. */
export type LiveStatus = 'off' | 'connecting' | 'live';

/** What the feed needs; a test hands in its own stream and clock. */
export interface LiveFeedDeps {
  /** Opens the stream; rejects when the server says no. `first`: nothing has been followed yet. */
  open: (signal: AbortSignal, first: boolean) => Promise<Response>;
  /** Resolves after so many ms, or at once when the signal ends. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Between 0 and 1, so that a restarted server is not asked by everybody at once. */
  random: () => number;
  onChange: (topics: readonly string[]) => void;
  /** Changes may have been missed: read everything again. */
  onMissed: () => void;
  onStatus: (status: LiveStatus) => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Pause before the next attempt: doubles with each failure up to half a minute, of which up to half is left to chance. */
export function reconnectPause(failures: number, random: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  return longest * (0.5 + random / 2);
}

/** Follows the stream until the signal ends; after every break it connects again and has everything read again. */
export async function followLive(deps: LiveFeedDeps, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let before = false;
  while (!signal.aborted) {
    deps.onStatus('connecting');
    try {
      const response = await deps.open(signal, !before);
      deps.onStatus('live');
      failures = 0;
      if (before) deps.onMissed();
      before = true;
      await readAll(response, deps);
    } catch {
      // Whatever ended the stream, the answer is the same: try again. The dot in the top bar tells the person.
    }
    if (signal.aborted) break;
    deps.onStatus('connecting');
    await deps.wait(reconnectPause(failures, deps.random()), signal);
    failures += 1;
  }
  deps.onStatus('off');
}

async function readAll(response: Response, deps: LiveFeedDeps): Promise<void> {
  if (response.body === null) return;
  const parse = createEventParser();
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    for (const event of parse(piece)) handle(event, deps);
  }
}

function handle({ event, data }: StreamEvent, deps: LiveFeedDeps): void {
  if (event === 'missed') deps.onMissed();
  if (event !== 'change') return;
  const topics = topicsOf(data);
  if (topics === null) deps.onMissed();
  else deps.onChange(topics);
}

/** Null when the event cannot be read: then nobody knows what changed. */
function topicsOf(data: string): string[] | null {
  try {
    const value: unknown = JSON.parse(data);
    const topics = typeof value === 'object' && value !== null && 'topics' in value ? value.topics : null;
    return Array.isArray(topics) && topics.every((topic) => typeof topic === 'string') ? topics : null;
  } catch {
    return null;
  }
}
