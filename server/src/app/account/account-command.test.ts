import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { createUser } from '../../features/auth/public.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { systemCtx } from '../../platform/context.ts';
import { placeFreshEmbedded } from '../../platform/testing/fresh-database.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { parseAccountCommand, USAGE } from './account-command.ts';
import { UsageError, type OpenConsole } from './command.ts';

const t = setUpTestCtx();
beforeAll(() => createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'admin' }));

async function run(line: string): Promise<string> {
  const command = parseAccountCommand(line.split(' '));
  const ctx = systemCtx(t, 'console command');
  const { text } = await command((work) => work({ ctx, address: 'https://console.example' } as OpenConsole));
  return text;
}

describe('the command', () => {
  it('adds a person and prints the link, resets, changes roles and lists', async () => {
    const added = await run('add Priya.Shah operator');
    expect(added).toMatch(
      /^Priya\.Shah can set a password here once, until 2026-11-22T09:00:00\.000Z:\nhttps:\/\/console\.example\/auth\/password\?link=mcl_[\w-]{43}$/,
    );
    expect(await run('add tom.okafor')).toContain('tom.okafor can set a password');
    const reset = await run('reset priya.shah');
    expect(reset).toContain('/auth/password?link=mcl_');
    expect(reset).not.toBe(added);
    expect(await run('role priya.shah release-manager')).toBe('Priya.Shah is now release-manager.');
    expect(await run('sessions end amelia.hart')).toBe('0 sessions of amelia.hart ended.');
    expect((await run('list')).split('\n')).toEqual([
      'Name         Role             State    Signs in by  Last seen  Sessions',
      'amelia.hart  admin            active   password     never      0',
      'Priya.Shah   release-manager  invited  link         never      0',
      'tom.okafor   admin            invited  link         never      0',
    ]);
    const trail = await t.db.select().from(auditEvents);
    expect(trail.slice(1).map(({ actor, action }) => [actor, action])).toEqual(
      ['user.created', 'user.created', 'user.link-made', 'user.role-changed', 'user.sessions-ended'].map((action) => [
        'console command',
        action,
      ]),
    );
    expect(JSON.stringify(trail)).not.toContain('mcl_');
  });

  it.each([
    '',
    'lists',
    'add',
    'add a viewer more',
    'reset',
    'role amelia.hart',
    'sessions amelia.hart',
    'sessions stop x',
    'role amelia.hart owner',
  ])('explains itself after "%s", before it opens anything', (line) => {
    expect(() => parseAccountCommand(line.split(' '))).toThrow(UsageError);
    expect(USAGE).toContain('npm run account --');
  });

  it.each([
    ['role amelia.hart viewer', 'the last active admin'],
    ['role amelia.hart owner', 'owner is not a role'],
    ['reset nobody', 'There is no person named nobody'],
    ['add amelia.hart', 'There is already a person named amelia.hart'],
  ])('refuses "%s"', async (line, message) => {
    await expect(run(line)).rejects.toThrow(message);
  });
});

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

describe('npm run account', () => {
  const dataDir = temporaryFolder();
  beforeAll(async () => {
    await placeFreshEmbedded(dataDir);
    for (const name of ['secrets.key', 'licence.keys'])
      writeFileSync(join(dataDir, name), `${Buffer.alloc(32, 7).toString('base64')}\n`);
  });

  const npmRun = (...args: string[]) => runIn(dataDir, args);
  async function runIn(folder: string, args: string[]) {
    const child = spawn(process.execPath, [MAIN, ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATA_DIR: folder,
        PUBLIC_URL: 'https://console.example',
      },
    });
    const output = { out: '', error: '' };
    child.stdout.on('data', (part: Buffer) => (output.out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output.error += part.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { ...output, code };
  }

  it('works on the embedded database of a console that is not running', { timeout: 120_000 }, async () => {
    const added = await npmRun('add', 'priya.shah', 'admin');
    expect(added).toMatchObject({ code: 0, error: '' });
    expect(added.out).toContain('https://console.example/auth/password?link=mcl_');
    expect((await npmRun('list')).out).toMatch(/priya\.shah +admin +invited/);
    expect(await npmRun('sessions', 'end', 'nobody')).toMatchObject({ code: 1, out: '' });
  });

  it(
    'rejects wrong arguments with an exit code of its own, before it opens anything',
    { timeout: 120_000 },
    async () => {
      const folder = join(dataDir, 'not-opened');
      expect(await runIn(folder, [])).toEqual({ code: 64, out: '', error: `${USAGE}\n` });
      expect(existsSync(folder)).toBe(false);
    },
  );
});
