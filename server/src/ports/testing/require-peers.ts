import { expect, it } from 'vitest';

/** Writes why `what` is left out if a program is `missing`, and adds a test that fails where peers are required (`.ci/run`). */
export function requirePeers(what: string, missing: string | undefined): void {
  if (missing !== undefined) process.stderr.write(`${what}: ${missing}.\n`);
  it('may be skipped only where peers are not required', () => {
    expect(missing !== undefined && process.env['REQUIRE_PEERS'] === '1').toBe(false);
  });
}
