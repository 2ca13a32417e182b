import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigPublishing, PublishFile } from './port.ts';

/** Provided by the test of a driver. */
export interface PublishingFixture {
  publishing: ConfigPublishing;
  /** Local path of a host's config root. */
  configDir(host: string): string;
  /** A local folder that no target may write to. */
  outsideDir: string;
  close(): Promise<void> | void;
}

const ID = '0b7e8a52-3d0c-4f4e-9f43-1c2d3e4f5a6b';
const PATH = 'tenants/12/coursepro.php';
const HOSTILE_PATHS = [
  '../coursepro.php',
  'tenants/../../coursepro.php',
  'tenants/..%2f..%2fcoursepro.php/../x',
  '%252e%252e/coursepro.php',
  '/etc/passwd',
  'tenants//coursepro.php',
  'tenants\\..\\coursepro.php',
  'tenants/12/coursepro.php\0.txt',
  'tenants/12/.tmp.x',
  'tenants/CON/coursepro.php',
  'tenants/12/nul.php',
  `tenants/12/${'a'.repeat(300)}`,
  'tenants/12/\u202Ephp.orpesruoc',
  'a/b/c/d/e/f/g/h/i/j',
  '',
];
const HOSTILE_HOSTS = [
  '',
  '..',
  '.',
  'a/b',
  'a\\b',
  'a\0b',
  '../web-01',
  'web-01/',
  '.web',
  'con',
  `${'a'.repeat(254)}`,
];

const fileOf = (text: string, path = PATH): PublishFile => {
  const content = Buffer.from(text);
  return { path, content, sha256: createHash('sha256').update(content).digest('hex') };
};

/** Contract tests of the port, run against one driver. */
export function publishingSuite(driver: string, open: () => Promise<PublishingFixture> | PublishingFixture): void {
  describe(`config publishing through ${driver}`, () => {
    let at: PublishingFixture;
    let hosts = 0;
    const freshTarget = () => ({ host: `web-${(hosts += 1)}.example` });
    const onDisk = (host: string, path = PATH) => join(at.configDir(host), path);
    const publish = async (target: { host: string }, file: PublishFile) => {
      for (const step of ['stage', 'verify', 'activate'] as const) {
        expect(await at.publishing[step](target, file, ID)).toEqual({ host: target.host, ok: true });
      }
    };
    const expectNothingOutside = () => expect(readdirSync(at.outsideDir)).toEqual([]);
    beforeAll(async () => void (at = await open()));
    afterAll(() => at.close());

    it('keeps a staged file invisible until it is activated, then shows it completely', async () => {
      const target = freshTarget();
      await publish(target, fileOf('old'));
      expect(await at.publishing.stage(target, fileOf('new'), ID)).toEqual({ host: target.host, ok: true });
      expect(await at.publishing.read(target, PATH)).toEqual(Buffer.from('old'));
      expect(readFileSync(onDisk(target.host), 'utf8')).toBe('old');
      await publish(target, fileOf('new'));
      expect(await at.publishing.read(target, PATH)).toEqual(Buffer.from('new'));
      expect(readdirSync(dirname(onDisk(target.host)))).toEqual(['coursepro.php']);
    });

    it('returns null for a file that was never published', async () => {
      expect(await at.publishing.read(freshTarget(), PATH)).toBeNull();
    });

    it('reads no file of more than 16 MB', async () => {
      const target = freshTarget();
      await publish(target, fileOf('x'));
      truncateSync(onDisk(target.host), 16 * 1024 * 1024 + 1);
      const length = at.publishing.read(target, PATH).then((content) => content?.length);
      await expect(length).rejects.toThrow('The file is longer than anything that is published.');
    });

    it('has idempotent steps', async () => {
      const target = freshTarget();
      await publish(target, fileOf('twice'));
      expect(await at.publishing.activate(target, fileOf('twice'), ID)).toMatchObject({ ok: true });
      await publish(target, fileOf('twice'));
      for (let round = 0; round < 2; round++) {
        expect(await at.publishing.discard(target, PATH, ID)).toMatchObject({ ok: true });
      }
      for (let round = 0; round < 2; round++) {
        expect(await at.publishing.withdraw(target, PATH)).toMatchObject({ ok: true });
      }
      expect(await at.publishing.read(target, PATH)).toBeNull();
    });

    it('discards a staged file and keeps the published one', async () => {
      const target = freshTarget();
      await publish(target, fileOf('kept'));
      await at.publishing.stage(target, fileOf('dropped'), ID);
      expect(await at.publishing.discard(target, PATH, ID)).toMatchObject({ ok: true });
      expect(await at.publishing.activate(target, fileOf('dropped'), ID)).toMatchObject({ ok: false });
      expect(readFileSync(onDisk(target.host), 'utf8')).toBe('kept');
    });

    it('removes orphaned staged files after an hour, and nothing else', async () => {
      const target = freshTarget();
      await publish(target, fileOf('old'));
      const folder = dirname(onDisk(target.host));
      const now = statSync(onDisk(target.host)).mtimeMs;
      const ago = (minutes: number) => new Date(now - minutes * 60_000);
      for (const [name, minutes] of Object.entries({
        '.tmp.left': 61,
        '.tmp.running': 50,
        '.other': 61,
        'b.env': 61,
      })) {
        writeFileSync(join(folder, name), 'x');
        utimesSync(join(folder, name), ago(minutes), ago(minutes));
      }
      await publish(target, fileOf('new'));
      expect(readdirSync(folder).toSorted()).toEqual(['.other', '.tmp.running', 'b.env', 'coursepro.php']);
    });

    it('fails to verify a missing or modified staged file', async () => {
      const target = freshTarget();
      expect(await at.publishing.verify(target, fileOf('x'), ID)).toMatchObject({ ok: false });
      await at.publishing.stage(target, fileOf('x'), ID);
      writeFileSync(join(dirname(onDisk(target.host)), `.tmp.${ID}`), 'tampered');
      expect(await at.publishing.verify(target, fileOf('x'), ID)).toEqual({
        host: target.host,
        ok: false,
        error: 'The staged file is not what was sent.',
      });
    });

    it.each(HOSTILE_PATHS)('refuses the path %j and writes nothing', async (path) => {
      const target = freshTarget();
      expect(await at.publishing.stage(target, fileOf('x', path), ID)).toMatchObject({ ok: false });
      expect(await at.publishing.activate(target, fileOf('x', path), ID)).toMatchObject({ ok: false });
      expect(await at.publishing.withdraw(target, path)).toMatchObject({ ok: false });
      await expect(at.publishing.read(target, path)).rejects.toMatchObject({ code: 'target_failed' });
      expect(existsSync(at.configDir(target.host))).toBe(false);
      expectNothingOutside();
    });

    it.each(HOSTILE_HOSTS)('refuses the host %j', async (host) => {
      expect(await at.publishing.stage({ host }, fileOf('x'), ID)).toMatchObject({ ok: false });
      await expect(at.publishing.read({ host }, PATH)).rejects.toMatchObject({ code: 'target_failed' });
      expectNothingOutside();
    });

    it.each(['', '../x', 'a/b', 'a b', 'x'.repeat(65)])('refuses the publication id %j', async (id) => {
      const target = freshTarget();
      expect(await at.publishing.stage(target, fileOf('x'), id)).toMatchObject({ ok: false });
      expect(await at.publishing.discard(target, PATH, id)).toMatchObject({ ok: false });
    });

    it.each(['', 'tenants', 'tenants/12'])('rejects a symbolic link in place of the folder "%s"', async (linked) => {
      const target = freshTarget();
      const link = join(at.configDir(target.host), linked);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(at.outsideDir, link);
      expect(await at.publishing.stage(target, fileOf('x'), ID)).toMatchObject({ ok: false });
      await expect(at.publishing.read(target, PATH)).rejects.toMatchObject({ code: 'target_failed' });
      expectNothingOutside();
    });

    it('follows no link in place of the staged or the published file', async () => {
      const target = freshTarget();
      const folder = dirname(onDisk(target.host));
      mkdirSync(folder, { recursive: true });
      symlinkSync(join(at.outsideDir, 'victim'), join(folder, `.tmp.${ID}`));
      expect(await at.publishing.stage(target, fileOf('x'), ID)).toMatchObject({ ok: false });
      rmSync(join(folder, `.tmp.${ID}`));
      symlinkSync(join(at.outsideDir, 'victim'), onDisk(target.host));
      await at.publishing.stage(target, fileOf('x'), ID);
      expect(await at.publishing.activate(target, fileOf('x'), ID)).toMatchObject({ ok: false });
      await expect(at.publishing.read(target, PATH)).rejects.toMatchObject({ code: 'target_failed' });
      expectNothingOutside();
    });

    it('reports an unwritable disk without naming folders', async () => {
      const target = freshTarget();
      mkdirSync(at.configDir(target.host), { recursive: true });
      writeFileSync(join(at.configDir(target.host), 'tenants'), 'a file where a folder should be');
      const outcome = await at.publishing.stage(target, fileOf('x'), ID);
      expect(outcome).toMatchObject({ ok: false });
      expect(JSON.stringify(outcome)).not.toContain(at.configDir(target.host));
    });

    it('never shows a partial file while it is replaced', async () => {
      const target = freshTarget();
      const contents = ['a'.repeat(200_000), 'b'.repeat(100_000)];
      await publish(target, fileOf(contents[0] ?? ''));
      const seen = new Set<string>();
      const reading = (async () => {
        for (let round = 0; round < 150; round++)
          seen.add((await at.publishing.read(target, PATH))?.toString() ?? 'absent');
      })();
      for (let round = 0; round < 40; round++) await publish(target, fileOf(contents[round % 2] ?? ''));
      await reading;
      expect([...seen].filter((content) => !contents.includes(content))).toEqual([]);
    });
  });
}
