import { describe, expect, it } from 'vitest';
import type { Files } from './port.ts';

/** Contract tests of the port. */
export function describeFiles(what: string, files: () => Files): void {
  describe(`files: ${what}`, () => {
    it('returns stored files byte for byte', async () => {
      const content = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
      await files().put('logos/a.png', content);
      expect((await files().read('logos/a.png'))?.equals(content)).toBe(true);
    });

    it('returns null for a missing file', async () => {
      expect(await files().read('logos/none.png')).toBeNull();
    });

    it('replaces a file', async () => {
      await files().put('branding/7/current.json', Buffer.from('{"n":1}'));
      await files().put('branding/7/current.json', Buffer.from('{}'));
      expect((await files().read('branding/7/current.json'))?.toString()).toBe('{}');
    });

    it('removes a file, and ignores a missing one', async () => {
      await files().put('branding/7/old.css', Buffer.from('x'));
      await files().remove('branding/7/old.css');
      await files().remove('branding/7/old.css');
      await files().remove('branding/none/old.css');
      expect(await files().read('branding/7/old.css')).toBeNull();
    });

    it('never returns a partial file during replacement', async () => {
      const contents = ['a', 'b', 'c'].map((letter) => Buffer.from(letter.repeat(300_000)));
      await files().put('branding/8/x.css', contents[0] ?? Buffer.alloc(0));
      const writes = contents.map((content) => files().put('branding/8/x.css', content));
      const reads = Array.from({ length: 20 }, () => files().read('branding/8/x.css'));
      for (const read of await Promise.all(reads)) expect(contents.some((content) => read?.equals(content))).toBe(true);
      await Promise.all(writes);
    });

    it.each([
      '../x.css',
      'a/../../x.css',
      '/etc/passwd',
      'a//b.css',
      '.tmp.x',
      'a/.hidden',
      'a\\b.css',
      'ü.css',
      '',
      'a/?x=y',
    ])('rejects the path %j', async (path) => {
      await expect(files().put(path, Buffer.from('x'))).rejects.toMatchObject({ code: 'target_failed' });
      await expect(files().read(path)).rejects.toMatchObject({ code: 'target_failed' });
      await expect(files().remove(path)).rejects.toMatchObject({ code: 'target_failed' });
    });

    it('returns the public address', () => {
      expect(files().addressOf('logos/a.png')).toBe('https://console.example/files/logos/a.png');
    });
  });
}
