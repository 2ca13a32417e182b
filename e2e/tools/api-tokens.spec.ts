import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { ADMIN } from '../support/console.ts';
import { button, toast } from '../support/locators.ts';
import { expectAccessible } from '../support/screens.ts';
import { signInAs } from '../support/people.ts';
import { hostConsole } from '../support/signed-in.ts';

const { server } = hostConsole();

const run = promisify(execFile);
const examples = [...readFileSync('docs/api.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, script = '']) => script,
);

test('a person creates a token, which runs the examples of docs/api.md until it is revoked', async ({ page }) => {
  // A new token requires a recent sign-in, which the session of the template may not be.
  await signInAs(page.context(), server.url, ADMIN.user, ADMIN.password);
  await page.goto(`${server.url}/me`);
  await button(page, 'Create token').click();
  const dialog = page.getByRole('dialog', { name: 'Create API token' });
  await dialog.getByLabel('Name').fill('release-notes');
  await dialog.getByLabel('Role').selectOption({ label: 'Release manager' });
  await dialog.getByLabel('Only these calls').fill('noSuchCall');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('No such call: noSuchCall')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Only these calls').fill('');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Token release-notes' });
  const token = await shown.getByLabel('API token').inputValue();
  expect(token).toMatch(/^mc_[0-9A-Za-z]{42}$/);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Release manager, every call of the role, never used')).toBeVisible();
  await expectAccessible(page);

  const env = { PATH: process.env.PATH, CONSOLE: server.url, TOKEN: token };
  const answers: string[] = [];
  for (const script of examples)
    answers.push((await run('bash', ['-euo', 'pipefail', '-c', script], { env, maxBuffer: 64 * 1024 * 1024 })).stdout);
  const [tenants, attention, troubles, logs, maintenance, config, timeline, past, comparison, board, bulk, output] =
    answers;
  expect(answers).toHaveLength(12);
  expect(attention).toContain('"needing":');
  expect(troubles).toContain('"troubles":');
  expect(logs).toContain('"searched":');
  expect(timeline).toContain('CoursePro: Maintenance switched on');
  expect(past).toMatch(/"since":.*"saved":/s);
  expect(comparison).toContain('"rows":');
  expect(board).toContain('"groups":');
  expect(bulk).toMatch(/"after":.*"state":"done"/s);
  expect(tenants).toContain('Brimham Active');
  expect(maintenance).toContain('"maintenance":true');
  expect(config).toContain('"revision":');
  expect(output).toContain('"outcome":"succeeded"');

  await page.goto(`${server.url}/tenant/1?tab=changes`);
  await expect(page.getByText(/^release-notes \(token \d+ of person admin\)/).first()).toBeVisible();
  await page.goto(`${server.url}/me`);
  await expect(page.getByText(/last used .* from/)).toBeVisible();
  await button(page, 'Revoke release-notes').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'Token revoked')).toBeVisible();
  const refused = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(refused.status).toBe(401);
});
