import { Buffer } from 'node:buffer';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { commitConfig } from '../publish/commit-config.ts';
import { compareServers } from './compare-servers.ts';
import { addTenant, constant, createFleet, HOSTS, saveDiff, type Diff } from '../testing/config-fleet.ts';

const t = setUpTestCtx(createFleet);
let ctx: Ctx;
let id: number;
beforeEach(async () => {
  ctx = t.as({ role: 'release-manager' });
  id = await addTenant(t);
  await put({ added: [constant('A', '1'), constant('B', '1'), constant('DB_PASSWORD', 'canary-one', 1)] });
  await commitConfig(ctx, { params: { id, service: 'coursepro' } });
});

const put = (diff: Diff) => saveDiff(ctx, id, diff);
const look = (from = ctx) => compareServers(from, { params: { id, service: 'coursepro' } });
const fileOn = (host: string) => join(t.fleetDir, host, 'config', 'tenants', String(id), 'coursepro.php');
const [WEB_1 = '', WEB_2 = '', WORKER = ''] = HOSTS;

function edit(host: string, change: (text: string) => string | Buffer): void {
  mkdirSync(dirname(fileOn(host)), { recursive: true });
  writeFileSync(fileOn(host), change(readFileSync(fileOn(host), 'utf8')));
}

describe('the saved config, the committed one and the servers', () => {
  it('are identical after a commit', async () => {
    const { rows, servers, ...facts } = await look();
    expect(facts).toMatchObject({ revision: 1, committed_revision: 1 });
    expect(rows).toEqual([]);
    expect(servers).toEqual(
      HOSTS.map((host) => ({
        host,
        environment: host === WORKER ? 'eu-prod-worker' : 'eu-prod-web',
        state: 'same',
        other_text: [],
        more_other_text: false,
      })),
    );
  });

  it('differ in settings saved since the commit', async () => {
    await put({ changed: [constant('A', '2')], added: [constant('NEW', 'n')], removed: ['B'] });
    const { rows } = await look();
    expect(rows).toMatchObject([
      { key: 'A', saved: { value: '2', variant: 0 }, committed: { value: '1', variant: 1 } },
      { key: 'B', saved: null, committed: { value: '1' } },
      { key: 'NEW', saved: { value: 'n' }, committed: null, servers: [{ hosts: HOSTS, cell: null }] },
    ]);
    expect(rows[0]?.servers).toEqual([
      { hosts: HOSTS, cell: { value: '1', masked: false, form: 'constant', variant: 1 } },
    ]);
  });

  it('differ in settings changed on a server; servers with the same content are grouped', async () => {
    edit(WEB_2, (text) => text.replace(`define('A', '1');`, `define('A', '9');\ndefine('EXTRA', true);\necho 1;`));
    const { rows, servers } = await look();
    expect(servers.map(({ state }) => state)).toEqual(['same', 'changed', 'same']);
    expect(servers[1]?.other_text).toEqual([{ first: 5, last: 5 }]);
    const same = { value: '1', variant: 0 };
    expect(rows).toMatchObject([
      {
        key: 'A',
        saved: same,
        committed: same,
        servers: [
          { hosts: [WEB_1, WORKER], cell: same },
          { hosts: [WEB_2], cell: { value: '9', variant: 1 } },
        ],
      },
      {
        key: 'EXTRA',
        saved: null,
        servers: [
          { hosts: [WEB_1, WORKER], cell: null },
          { hosts: [WEB_2], cell: { value: 'True' } },
        ],
      },
    ]);
  });

  it('include secrets in the comparison without revealing them', async () => {
    edit(WEB_1, (text) => text.replace('canary-one', 'canary-two'));
    edit(WEB_2, (text) => `${text}define('SMS_TOKEN', 'canary-three');\ndefine('COPY', 'x canary-one x');\n`);
    await put({ changed: [constant('DB_PASSWORD', 'canary-four', 1)] });
    const answer = await look();
    expect(JSON.stringify(answer)).not.toContain('canary');
    const password = answer.rows.find((row) => row.key === 'DB_PASSWORD');
    expect(password).toMatchObject({ saved: { masked: true, variant: 0 }, committed: { masked: true, variant: 1 } });
    expect(password?.servers.map(({ hosts, cell }) => [hosts, cell?.variant])).toEqual([
      [[WEB_1], 2],
      [[WEB_2, WORKER], 1],
    ]);
    expect(answer.rows.map((row) => row.key)).toEqual(['COPY', 'DB_PASSWORD', 'SMS_TOKEN']);
  });

  it('leave a server without a file out of the rows', async () => {
    rmSync(fileOn(WEB_1));
    const { rows, servers } = await look();
    expect(servers.map(({ state }) => state)).toEqual(['missing', 'same', 'same']);
    expect(rows).toEqual([]);
  });

  it('are compared on the readable servers if one is unreadable', async () => {
    await put({ changed: [constant('A', '2')] });
    const real = ctx.ports.configPublishing;
    const configPublishing: typeof real = {
      ...real,
      read: async (target, path) => {
        if (target.host === WEB_2) throw new AppError('target_failed', `${WEB_2}: It did not respond within 10 s.`);
        return real.read(target, path);
      },
    };
    const { rows, servers } = await look({ ...ctx, ports: { ...ctx.ports, configPublishing } });
    expect(servers[1]).toMatchObject({ state: 'unreadable', error: 'It did not respond within 10 s.' });
    expect(rows[0]?.servers).toMatchObject([{ hosts: [WEB_1, WORKER], cell: { value: '1' } }]);
  });

  it.each([
    ['binary', Buffer.from([0, 255, 1, 2]), 'The file is not text.'],
    ['huge', Buffer.alloc(10 * 1024 * 1024, '<?php '), 'The file is 10.0 MB, far larger than the config needs.'],
    ['no config', 'not PHP', 'The file is not a PHP file.'],
  ])('name a server whose file is %s', async (_, content, error) => {
    edit(WEB_2, () => content);
    const { rows, servers } = await look();
    expect(servers.map(({ state }) => state)).toEqual(['same', 'unreadable', 'same']);
    expect([servers[1]?.error, rows]).toEqual([error, []]);
  });

  it('report only the line numbers of other text in a file', async () => {
    edit(WEB_1, (text) => `${text}// a remark\n`);
    const { rows, servers } = await look();
    expect(rows).toEqual([]);
    expect(servers[0]).toMatchObject({ state: 'changed', other_text: [{ first: 6, last: 6 }] });
  });

  it('treat a setting that is stored but not exported as missing from the file', async () => {
    await put({ changed: [{ ...constant('A', '1'), state: 0 }] });
    expect((await look()).rows).toMatchObject([{ key: 'A', saved: null, committed: { value: '1' } }]);
  });

  it('report a constant that became a variable with the same value', async () => {
    await put({ changed: [constant('A', '1', 3)] });
    const [row] = (await look()).rows;
    expect([row?.saved, row?.committed]).toMatchObject([
      { value: '1', form: 'variable', variant: 0 },
      { value: '1', form: 'constant', variant: 1 },
    ]);
  });

  it('list all settings of a config that was never committed', async () => {
    id = await addTenant(t);
    await put({ added: [constant('A', '1')] });
    const { committed_revision, rows, servers } = await look();
    expect([committed_revision, servers.map(({ state }) => state)]).toEqual([null, HOSTS.map(() => 'missing')]);
    expect(rows).toMatchObject([{ key: 'A', saved: { value: '1' }, committed: null, servers: [] }]);
  });
});
