import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../platform/testing/temporary-folder.ts';
import { createFilePlans, readPlans, fillIn, shownCommand } from './release-plans.ts';

const folder = temporaryFolder();

const write = (content: unknown): string => {
  const path = join(folder, 'releases.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const bg = { repository: 'bg.git', build: ['make', '{service}'], hosts: { qa: ['eu-qa-01'] } };

it('reads plans with repositories next to the file or at an address', async () => {
  const path = write({ apps: { bg, merlin: { ...bg, repository: 'git@git.example.org:merlin.git' } } });
  const plans = createFilePlans(async () => path);
  expect(await plans.plan('bg')).toEqual({
    ...bg,
    repository: join(folder, 'bg.git'),
    migrations: {},
    copy: null,
    switch: null,
    health: null,
  });
  expect(await plans.repository('merlin')).toBe('git@git.example.org:merlin.git');
  expect(await plans.repository('constructor')).toBeUndefined();
  await expect(plans.plan('insight')).rejects.toMatchObject({ code: 'refused' });
});

it('has no apps without a file', async () => {
  const plans = createFilePlans(async () => null);
  expect(await plans.repository('bg')).toBeUndefined();
  await expect(plans.plan('bg')).rejects.toMatchObject({ code: 'refused' });
});

it('retries after the file could not be created', async () => {
  let made = false;
  const plans = createFilePlans(async () => {
    if (made) return write({ apps: { bg } });
    made = true;
    throw new Error('not yet');
  });
  await expect(plans.plan('bg')).rejects.toThrow('not yet');
  expect((await plans.plan('bg')).build).toEqual(['make', '{service}']);
});

it.each([
  ['{', 'not valid JSON'],
  [{ apps: { bg: { ...bg, build: [] } } }, 'apps.bg.build'],
  [{ apps: { bg: { ...bg, repository: '--upload-pack=x' } } }, 'must not begin with -'],
  [{ apps: { bg: { ...bg, repository: 'https://me:secret@git.example.org/bg' } } }, 'no password'],
  [{ apps: { bg: { ...bg, hosts: { qa: ['-oProxyCommand=x'] } } } }, 'must be a host name'],
  [{ apps: { bg: { ...bg, shell: true } } }, 'apps.bg'],
])('refuses %j', async (content, fault) => {
  const error = await readPlans(write(content)).catch((caught: Error) => caught);
  expect(error).toMatchObject({ code: 'unavailable' });
  expect((error as Error).message).toContain(fault);
  expect((error as Error).message).not.toContain('secret');
});

it('keeps each argument one argument, whatever its value', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (version, service) => {
      expect(fillIn(['x', '--v={version}', '{service}', '{other}', '@{env}'], { version, service, env: 'qa' })).toEqual(
        ['x', `--v=${version}`, service, '{other}', '@qa'],
      );
    }),
  );
});

it('passes hostile values to a program byte for byte', () => {
  for (const version of [';id', '$(id)', '`id`', 'a\nb', '@/etc/passwd', '--flag', "'", '{env}', '$&']) {
    const [program = '', ...args] = fillIn(
      ['{node}', '-p', 'JSON.stringify(process.argv.slice(1))', '--', '{version}'],
      {
        version,
        env: 'qa',
      },
    );
    expect(JSON.parse(execFileSync(program, args, { encoding: 'utf8' }))).toEqual([version]);
  }
});

it('shows a command as typed in a shell', () => {
  expect(shownCommand(['{node}', 'tools/x.mjs', '--for={env}'], { env: 'qa' })).toBe('node tools/x.mjs --for=qa');
  expect(shownCommand(['php', '-r', "echo 'a b';"], {})).toBe(`php -r 'echo '\\''a b'\\'';'`);
});
