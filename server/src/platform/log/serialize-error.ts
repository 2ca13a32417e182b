/** Error properties that never contain user input. */
const FACTS = ['code', 'severity', 'constraint', 'table', 'column', 'routine', 'errno', 'syscall', 'address', 'port'];
const MAX_CAUSES = 5;
/** SQLSTATE class 22, data exceptions: their messages quote the value. */
const QUOTES_VALUE = /^22[0-9A-Z]{3}$/;

/**
 * The error message without values: Drizzle appends the parameters of a failed statement, and PostgreSQL quotes a value it cannot store.
 */
export function safeMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'A value that is not an error was thrown.';
  const { code } = error as { code?: unknown };
  const message = 'params' in error ? error.message.replace(/\nparams: [^]*$/, '') : error.message;
  return typeof code === 'string' && QUOTES_VALUE.test(code) ? message.replace(/: "[^]*$/, ': [masked]') : message;
}

/** Serializes an error for the log, limited to properties known to hold no statement values. */
export function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const facts = error as unknown as Record<string, unknown>;
  return {
    type: error.name,
    message: safeMessage(error),
    stack: [`${error.name}: ${safeMessage(error)}`, ...framesOf(error)].join('\n'),
    ...Object.fromEntries(FACTS.flatMap((name) => (isPlain(facts[name]) ? [[name, facts[name]]] : []))),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: serializeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < MAX_CAUSES && { errors: error.errors.map((part) => serializeError(part, depth + 1)) }),
  };
}

/** Stack frames without the leading message. */
const framesOf = ({ stack, message }: Error): string[] => {
  const after = stack?.indexOf(message) ?? -1;
  return (after === -1 ? '' : (stack ?? '').slice(after + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
};

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
