import { LOG_LEVELS, type Log } from './log.ts';

/**
 * The log of one request, with its id in every line. Creating a child logger takes longer than the rest of a short request and most
 * requests log nothing, so it is created with the first line.
 */
export function requestLog(log: Log, bindings: Record<string, unknown>): Log {
  return new RequestLog(log, bindings) as unknown as Log;
}

class RequestLog {
  readonly #log: Log;
  readonly #bindings: Record<string, unknown>;
  #child: Log | undefined;

  constructor(log: Log, bindings: Record<string, unknown>) {
    this.#log = log;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#log.level;
  }

  child(bindings: Record<string, unknown>): Log {
    return this.#childLog().child(bindings) as Log;
  }

  /** Writes a line through the child logger, unless its level is off. */
  write(level: (typeof LOG_LEVELS)[number], line: unknown[]): void {
    if (this.#log.isLevelEnabled(level)) Reflect.apply(this.#childLog()[level], this.#child, line);
  }

  #childLog(): Log {
    return (this.#child ??= this.#log.child(this.#bindings) as Log);
  }
}

for (const level of LOG_LEVELS) {
  Object.defineProperty(RequestLog.prototype, level, {
    value(this: RequestLog, ...line: unknown[]): void {
      this.write(level, line);
    },
  });
}
