import type { Log } from './log.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * The log of one request, with its id in every line. Creating a child logger takes longer than the rest of a short request and most
 * requests log nothing, so it is created with the first line.
 */
export function requestLog(log: Log, own: Record<string, unknown>): Log {
  return new RequestLog(log, own) as unknown as Log;
}

class RequestLog {
  readonly #log: Log;
  readonly #own: Record<string, unknown>;
  #child: Log | undefined;

  constructor(log: Log, own: Record<string, unknown>) {
    this.#log = log;
    this.#own = own;
  }

  get level(): string {
    return this.#log.level;
  }

  child(own: Record<string, unknown>): Log {
    return this.#made().child(own) as Log;
  }

  /** Writes a line through the child logger, unless its level is off. */
  write(level: (typeof LEVELS)[number], line: unknown[]): void {
    if (this.#log.isLevelEnabled(level)) Reflect.apply(this.#made()[level], this.#child, line);
  }

  #made(): Log {
    return (this.#child ??= this.#log.child(this.#own) as Log);
  }
}

for (const level of LEVELS) {
  Object.defineProperty(RequestLog.prototype, level, {
    value(this: RequestLog, ...line: unknown[]): void {
      this.write(level, line);
    },
  });
}
