import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import type { OpenConsole } from './command.ts';
import { parseInventoryCommand } from './inventory-command.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../docs/examples/inventory-three-tenants.yaml', import.meta.url));

const t = setUpTestCtx();
const folder = temporaryFolder();

const run = (...args: string[]) =>
  parseInventoryCommand(args)((work) => work({ ctx: t, prepareJobs: async () => undefined } as unknown as OpenConsole));

it('plans with exit code 2 while something differs, applies, and then finds nothing', async () => {
  const plan = await run('plan', EXAMPLE);
  expect(plan.code).toBe(2);
  expect(plan.text.split('\n').slice(0, 2)).toEqual(['+ region eu', '+ account acc-0042']);
  expect(plan.text).toMatch(/\n11 to add\.$/);
  expect(await run('apply', EXAMPLE)).toMatchObject({ code: 0 });
  expect(await run('plan', EXAMPLE)).toEqual({ text: 'Nothing differs.', code: 0 });
});

it('names every fault with file and line, without a database', async () => {
  const noConsole = () => Promise.reject(new Error('The console was opened.'));
  const check = (path: string) => parseInventoryCommand(['check', path])(noConsole);
  expect((await check(EXAMPLE)).text).toMatch(/is valid: 3 tenants on 2 environments\.$/);
  const file = join(folder, 'faulty.yaml');
  writeFileSync(file, 'regions:\n  - name: eu west\n    description: Europe\n');
  for (const command of ['check', 'plan', 'apply']) {
    const fault = await parseInventoryCommand([command, file])(noConsole).catch(
      (error: { messages: string[] }) => error.messages,
    );
    expect(fault).toContainEqual(`${file}:2: regions[0].name: must be letters, digits, dots and dashes`);
    expect(fault).toHaveProperty('length', 7);
  }
});

it('explains its use', async () => {
  await expect(async () => run('delete', EXAMPLE)).rejects.toThrow(/Usage: npm run inventory/);
});
