import fs, { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { readEnv } from './env.ts';
import { openLicenceKeys } from './licence-keys.ts';

let folder: string;
beforeEach(() => void (folder = temporaryFolder(onTestFinished)));

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const ids = (configured?: string[]) => openLicenceKeys(configured, folder).keys.map(({ id }) => id);

describe('the keys of licences', () => {
  it('are created once, readable by the owner only, and persist', () => {
    const made = ids();
    expect(made).toHaveLength(1);
    expect(statSync(join(folder, 'licence.keys')).mode & 0o777).toBe(0o600);
    expect(ids()).toEqual(made);
  });

  it('are the same for two processes that create them at once, even with equal process ids', () => {
    // The other process, in another container, writes its key in the middle of the first one's creation.
    const flush = fs.fsyncSync;
    let other: string[] = [];
    vi.spyOn(fs, 'fsyncSync').mockImplementationOnce((file) => {
      other = ids();
      flush(file);
    });
    expect(ids()).toEqual(other);
    expect(ids()).toEqual(other);
    expect(readdirSync(folder)).toEqual(['licence.keys']);
  });

  it('rotate by prepending a line', () => {
    const [old] = ids();
    const path = join(folder, 'licence.keys');
    writeFileSync(path, `# since 2027\r\n${keyOf(1)}\r\n\r\n${readFileSync(path, 'utf8')} # until 2026`);
    expect(ids()).toEqual([...ids([keyOf(1)]), old]);
  });

  it('come from LICENCE_KEYS when set', () => {
    const keys = readEnv({ LICENCE_KEYS: `${keyOf(2)}, public:${keyOf(3)}` }).LICENCE_KEYS;
    expect(keys).toEqual([keyOf(2), `public:${keyOf(3)}`]);
    for (const wrong of ['hunter2', `public:${keyOf(3)}`, `${keyOf(2)},`]) {
      expect(() => readEnv({ LICENCE_KEYS: wrong })).toThrow(/LICENCE_KEYS/);
    }
  });

  it('are not read from a damaged file', () => {
    for (const text of ['', '# nothing', 'hunter2', `${keyOf(1)}\nx`]) {
      writeFileSync(join(folder, 'licence.keys'), text);
      expect(() => ids()).toThrow('licence.keys is damaged');
    }
  });
});
