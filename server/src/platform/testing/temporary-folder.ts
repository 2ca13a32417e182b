import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * A new folder, removed after the tests of the file or `describe`.
 * @param after `onTestFinished` in a test or its `beforeEach`
 */
export function temporaryFolder(after: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'mc-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
