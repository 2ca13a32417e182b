import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { and, asc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../../platform/audit/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createSftpPublishing, type SftpPublishing } from '../../../ports/config-publishing/sftp-driver.ts';
import { noOpenssh, startOpenssh, type OpensshServer } from '../../../ports/testing/openssh.ts';
import { requirePeers } from '../../../ports/testing/require-peers.ts';
import { sftpFleet } from '../../../ports/testing/sftp-fleet.ts';
import { importInventory } from '../../inventory/public.ts';
import { smallInventory } from '../../inventory/testing/small-inventory.ts';
import { getConfig, getConfigState, listRevisions } from '../get-config.ts';
import { commitConfig } from '../publish/commit-config.ts';
import { configItems } from '../tables.ts';
import { addTenant, constant, createFleet, HOSTS, saveDiff } from '../testing/config-fleet.ts';
import { checkDrift } from './check-drift.ts';
import { listDrift } from './list-drift.ts';
import { takeOverConfig } from './take-over.ts';

requirePeers('Adopting a fleet over SFTP is not tested', noOpenssh);

const BEFORE = `<?php
/* Kept by hand since 2019. */
define('DB_HOST', 'db-3.internal');
define('DB_PASSWORD', 'hunter2');
$motto = 'Swim well';
`;

/** Path, mode, times and content of everything in a folder. */
const stateOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((path) => {
      const { mode, mtimeMs, ino } = statSync(join(folder, path));
      const file = statSync(join(folder, path)).isFile() ? readFileSync(join(folder, path)) : '';
      return [path, mode, mtimeMs, ino, createHash('sha256').update(file).digest('hex')].join(' ');
    });

describe('taking over the file on the servers', () => {
  const t = setUpTestCtx(createFleet);
  let amelia: Ctx;
  let id: number;
  beforeAll(() => void (amelia = t.as({ name: 'amelia.hart', role: 'operator' })));
  beforeEach(async () => {
    t.clock.advance(60 * 60_000);
    id = await addTenant(t);
  });

  const put = (text: string, hosts: readonly string[] = HOSTS, file = 'coursepro.php'): void => {
    for (const host of hosts) {
      const path = join(t.fleetDir, host, 'config', 'tenants', String(id), file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  };
  const takeOver = (more: Partial<Parameters<typeof takeOverConfig>[1]['body']> = {}, ctx = amelia) =>
    takeOverConfig(ctx, {
      params: { id, service: 'coursepro' },
      body: { base_revision: 0, accept_losses: false, ...more },
    });
  const look = async () => {
    t.clock.advance(10 * 60_000);
    await checkDrift(t, new Set());
    return (await listDrift(t)).rows.filter((row) => row.tenant_id === id);
  };
  const state = () => getConfigState(t, { params: { id, service: 'coursepro' } });

  it('shows a file that the console never committed as unknown until it is gone', async () => {
    put(BEFORE, ['eu-web-1']);
    expect(await look()).toMatchObject([
      { service: 'coursepro', state: 'unknown', revision: 0, hosts: [{ host: 'eu-web-1', missing: false }] },
    ]);
    rmSync(join(t.fleetDir, 'eu-web-1'), { recursive: true });
    expect(await look()).toEqual([]);
    const events = await t.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(and(eq(auditEvents.tenantId, id), like(auditEvents.action, 'config.file-%')))
      .orderBy(asc(auditEvents.id));
    expect(events.map(({ action }) => action)).toEqual(['config.file-found', 'config.file-gone']);
  });

  it('makes it revision 1, committed, with encrypted secrets and one audit event without them', async () => {
    put(BEFORE);
    await look();
    expect(await takeOver()).toEqual({ revision: 1, hosts: HOSTS, losses: [] });
    expect(await getConfig(t, { params: { id, service: 'coursepro' } })).toMatchObject([
      { key: 'DB_HOST', value: 'db-3.internal', type: 1, db_only: false },
      { key: 'DB_PASSWORD', value: '', masked: true },
      { key: 'motto', value: 'Swim well', type: 3 },
    ]);
    const [secret] = await t.db
      .select()
      .from(configItems)
      .where(and(eq(configItems.tenantId, id), eq(configItems.key, 'DB_PASSWORD')));
    expect(secret?.value).toMatch(/^v1\./);
    const now = await state();
    expect(now).toMatchObject({ revision: 1, committed_revision: 1, committed_by: 'amelia.hart', changes_waiting: 0 });
    expect(now.hash).toBe(now.committed_hash);
    expect(await look()).toEqual([]);
    const events = await t.db.select().from(auditEvents).where(eq(auditEvents.tenantId, id));
    expect(events.map(({ action }) => action)).toEqual(['config.file-found', 'config.taken-over']);
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });

  it('takes a hand-made change as the next revision; settings that are not exported stay', async () => {
    const { revision } = await saveDiff(amelia, id, {
      added: [constant('A', '1'), { ...constant('PARKED', 'x'), state: 0 }, constant('GONE', 'y')],
    });
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    put("<?php\ndefine('A', '2');\n");
    expect(await look()).toMatchObject([{ state: 'changed', revision, committed_revision: 1 }]);
    expect(await takeOver({ base_revision: revision })).toMatchObject({ revision: 2 });
    const [latest] = (await listRevisions(t, { params: { id, service: 'coursepro' }, query: {} })).revisions;
    expect(latest?.changes.map(({ key, after }) => [key, after?.value])).toEqual([
      ['A', '2'],
      ['GONE', undefined],
    ]);
    expect(await look()).toEqual([]);
  });

  it('asks which server to use if they differ, and shows the others as changed', async () => {
    put(BEFORE, ['eu-web-1', 'eu-worker-1']);
    put("<?php\ndefine('DB_HOST', 'db-4.internal');\n", ['eu-web-2']);
    await expect(takeOver()).rejects.toMatchObject({ code: 'refused', details: { hosts: HOSTS } });
    expect(await takeOver({ host: 'eu-web-2' })).toMatchObject({ hosts: ['eu-web-2'] });
    expect(await look()).toMatchObject([{ state: 'changed', hosts: [{ host: 'eu-web-1' }, { host: 'eu-worker-1' }] }]);
  });

  it('reports what the next commit would change, and requires confirmation', async () => {
    put("<?php\ndefine('N', 5);\nrequire 'x.php';\n// a note\ndefine('A', '1');\n");
    const losses = [
      'A commit leaves out text that is not a setting: lines 3 to 4.',
      'A commit writes N as string, not as number.',
    ];
    await expect(takeOver()).rejects.toMatchObject({ code: 'conflict', details: { losses } });
    expect((await state()).revision).toBe(0);
    expect(await takeOver({ accept_losses: true })).toMatchObject({ revision: 1, losses });
  });

  it('takes PHP expressions as code blocks, from release managers only', async () => {
    put("<?php\ndefine('ROOT', dirname(__DIR__));\n");
    await expect(takeOver()).rejects.toMatchObject({ code: 'role_denied' });
    await takeOver({}, t.as({ role: 'release-manager' }));
    expect(await getConfig(t, { params: { id, service: 'coursepro' } })).toMatchObject([
      { key: 'ROOT', value: "define('ROOT', dirname(__DIR__));", type: 5 },
    ]);
  });

  it('refuses an invalid config, a missing file and a concurrent change', async () => {
    await expect(takeOver()).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/No server has a file/) as string,
    });
    put('#!/bin/sh\n');
    await expect(takeOver()).rejects.toMatchObject({ code: 'refused', message: 'The file is not a PHP file.' });
    put(BEFORE);
    await expect(takeOver({ host: 'elsewhere' })).rejects.toMatchObject({ code: 'refused' });
    await takeOver();
    await expect(takeOver()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/amelia\.hart saved revision 1/) as string,
    });
  });
});

describe.skipIf(noOpenssh)('a running fleet on real OpenSSH servers', { timeout: 120_000 }, () => {
  const HOSTNAMES = ['eu-prod-web-03-a', 'eu-prod-web-03-b', 'eu-prod-wrk-02-a', 'eu-prod-str-01-a'];
  const t = setUpTestCtx();
  let base: string;
  let sshd: OpensshServer;
  let sftp: SftpPublishing;
  let console: Ctx;
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'mc-adopt-'));
    sshd = await startOpenssh();
    const servers = sftpFleet(base, Object.fromEntries(HOSTNAMES.map((host) => [host, sshd])));
    sftp = createSftpPublishing({ servers, timeoutMs: 10_000, idleMs: 10_000 });
    console = { ...t.as({ name: 'amelia.hart', role: 'operator' }), ports: { ...t.ports, configPublishing: sftp } };
  });
  afterAll(async () => {
    sftp.close();
    await sshd.stop();
    rmSync(base, { recursive: true, force: true });
  });

  const put = (host: string, file: string, text: string): void => {
    const path = join(base, host, 'config', 'tenants', '4711', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o640 });
  };

  it('is adopted without writing a byte; the first commit is the first write (C-134)', async () => {
    for (const host of HOSTNAMES.slice(0, 3)) put(host, 'coursepro.php', BEFORE);
    put('eu-prod-str-01-a', 'strive.env', '# by hand\nURL="https://strive.example"\n');
    const before = stateOf(base);
    const inventory = smallInventory();
    inventory.tenants[0]!.id = 4711;
    inventory.tenants[0]!.configs = [
      {
        kind: 'strive',
        items: [{ key: 'URL', value: 'https://other.example', type: 2, state: 1, valueTemplate: null }],
        saved_at: '2026-11-01T10:00:00.000Z',
        saved_by: 'Priya Shah',
        committed: 'same',
        unpublished: [],
      },
    ];
    await importInventory(console, inventory);
    await checkDrift(console, new Set());
    const { rows, ...counts } = await listDrift(console);
    expect(rows.map(({ tenant_id, service, state, hosts }) => [tenant_id, service, state, hosts.length])).toEqual([
      [4711, 'coursepro', 'unknown', 3],
      [4711, 'strive', 'changed', 1],
    ]);
    expect(counts).toEqual({ truncated: false, same: 0, nothing: 1, unreadable: 0, unread: 0 });
    for (const { tenant_id: id, service, revision } of rows) {
      await takeOverConfig(console, {
        params: { id, service },
        body: { base_revision: revision, accept_losses: false },
      });
    }
    t.clock.advance(10 * 60_000);
    await checkDrift(console, new Set());
    expect(await listDrift(console)).toMatchObject({ rows: [], same: 2 });
    expect(stateOf(base)).toEqual(before);

    await commitConfig(console, { params: { id: 4711, service: 'strive' } });
    const after = stateOf(base);
    expect(after.filter((line) => !before.includes(line) && line.includes('coursepro'))).toEqual([]);
    const path = join(base, 'eu-prod-str-01-a', 'config', 'tenants', '4711', 'strive.env');
    expect(readFileSync(path, 'utf8')).toContain('URL="https://strive.example"');
    expect(readFileSync(path, 'utf8')).not.toContain('by hand');
  });
});
