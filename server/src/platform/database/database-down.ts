const DOWN_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
const DOWN_TEXT = /timeout exceeded when trying to connect|Query read timeout|Connection terminated|statement timeout/;

/** True when the error (or its cause) says that the database cannot be reached, as opposed to a refused statement. */
export function isDatabaseDown(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: string };
    if (code !== undefined && (DOWN_CODES.has(code) || code.startsWith('08'))) return true;
    if (DOWN_TEXT.test(at.message)) return true;
  }
  return false;
}
