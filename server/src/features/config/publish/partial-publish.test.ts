import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import type { Ctx } from '../../../platform/context.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import type { ConfigPublishing, TargetOutcome } from '../../../ports/config-publishing/port.ts';
import { createSftpPublishing, type SftpPublishing } from '../../../ports/config-publishing/sftp-driver.ts';
import { noOpenssh, startOpenssh, type OpensshServer } from '../../../ports/testing/openssh.ts';
import { requirePeers } from '../../../ports/testing/require-peers.ts';
import { sftpFleet } from '../../../ports/testing/sftp-fleet.ts';
import { makeSmallDisk, type SmallDisk } from '../../../ports/testing/small-disk.ts';
import { commitConfig } from './commit-config.ts';
import { getConfigState } from '../get-config.ts';
import { readConfigStates } from '../history/queries-states.ts';
import { publications } from '../tables.ts';
import { addTenant, constant, createFleet, HOSTS, saveDiff } from '../testing/config-fleet.ts';

requirePeers('Partial publishing over SFTP is not tested', noOpenssh);

const LIMIT_MS = 4_000;

describe.skipIf(noOpenssh)('publishing to three real SFTP servers', { timeout: 60_000 }, () => {
  const UNKNOWN = `No response within ${LIMIT_MS / 1000} s. It is not known whether it has the new file.`;
  const [WEB_1 = '', WEB_2 = '', WORKER = ''] = HOSTS;
  const t = setUpTestCtx(createFleet);
  let base: string;
  let servers: OpensshServer[];
  let disk: SmallDisk;
  let sftp: SftpPublishing;
  let amelia: Ctx;
  let id: number;
  let readers: Readers;

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'mc-partial-'));
    servers = await Promise.all(HOSTS.map(() => startOpenssh()));
    disk = makeSmallDisk(join(base, WEB_2), serverOf(WEB_2));
    const fleet = sftpFleet(base, Object.fromEntries(HOSTS.map((host) => [host, serverOf(host)])));
    sftp = createSftpPublishing({ servers: fleet, timeoutMs: LIMIT_MS, idleMs: 10_000 });
    amelia = through(sftp);
  });
  afterAll(async () => {
    sftp.close();
    disk.remove();
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(base, { recursive: true, force: true });
  });
  beforeEach(async () => {
    id = await addTenant(t);
    await set('old');
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    await set('new');
    readers = readEverywhere();
  });
  afterEach(() => readers.stop());

  const serverOf = (host: string): OpensshServer => {
    const server = servers[HOSTS.indexOf(host)];
    if (!server) throw new Error(`${host} has no server`);
    return server;
  };
  const through = (configPublishing: ConfigPublishing): Ctx => ({
    ...t.as({ role: 'operator' }),
    ports: { ...t.ports, configPublishing },
  });
  /** Forty settings with the same long text, so that a torn file is detected. */
  const set = (text: string) => {
    const settings = Array.from({ length: 40 }, (_none, index) => constant(`KEY_${index}`, `${text}-`.repeat(500)));
    return saveDiff(t.as({ role: 'operator' }), id, { changed: settings });
  };
  const folderOf = (host: string) => join(base, host, 'config', 'tenants', String(id));
  const fileOn = (host: string) => join(folderOf(host), 'coursepro.php');
  const contentOf = (file: string): string => {
    const texts = Array.from(file.matchAll(/^define\('KEY_\d+', '((\w+)-(?:\2-){499})'\);$/gm), ([, , text]) => text);
    return `${[...new Set(texts)].join(' and ')} of ${texts.length}`;
  };
  const contents = () => HOSTS.map((host) => contentOf(readFileSync(fileOn(host), 'utf8')));
  const OLD = 'old of 40';
  const NEW = 'new of 40';

  interface Readers {
    /** @throws if anything but a whole file was read */
    stop(): Promise<void>;
  }
  /** Polls the published file on all servers. */
  const readEverywhere = (): Readers => {
    const seen = new Set<string>();
    let going = true;
    const reading = (async () => {
      while (going) {
        for (const host of HOSTS) {
          seen.add(await readFile(fileOn(host), 'utf8'));
        }
      }
    })();
    return {
      stop: async () => {
        going = false;
        await reading;
        const torn = [...seen].map(contentOf).filter((content) => content !== OLD && content !== NEW);
        if (torn.length > 0) throw new Error(`a reader saw ${torn.join(', ')}`);
      },
    };
  };

  /** The driver with a hook after all servers have verified and before the first rename. */
  const betweenStageAndRename = (happens: () => Promise<void>): Ctx => {
    let happened: Promise<void> | undefined;
    return through({
      ...sftp,
      activate: async (target, file, publicationId): Promise<TargetOutcome> => {
        await (happened ??= happens());
        return sftp.activate(target, file, publicationId);
      },
    });
  };
  const failureOf = async (ctx: Ctx): Promise<AppError> => {
    const error: unknown = await commitConfig(ctx, { params: { id, service: 'coursepro' } }).catch(
      (failure: unknown) => failure,
    );
    if (!(error instanceof AppError)) throw new Error('the commit did not fail', { cause: error });
    expect(error.code).toBe('target_failed');
    // The error reveals neither content, nor folders, nor the connection.
    expect(error.message).not.toMatch(/old-|new-|tmp|tenants|127\.0\.0\.1/);
    return error;
  };
  const outcomesOf = (error: AppError) => {
    const { servers: outcomes } = error.details as { servers: TargetOutcome[] };
    return Object.fromEntries(outcomes.map((outcome) => [outcome.host, outcome.ok ? 'ok' : outcome.error]));
  };
  const storedHash = async () => (await readConfigStates(t, id)).config_hashes[1];
  const state = () => getConfigState(amelia, { params: { id, service: 'coursepro' } });
  const stagedFiles = () => HOSTS.flatMap((host) => readdirSync(folderOf(host)).filter((name) => name.startsWith('.')));
  const expectHealed = async () => {
    const { hash, servers: outcomes } = await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(outcomes).toEqual(HOSTS.map((host) => ({ host, ok: true })));
    expect(contents()).toEqual([NEW, NEW, NEW]);
    expect(await storedHash()).toBe(hash);
    expect(await state()).toMatchObject({ committed_revision: 2, committed_hash: hash });
    for (const host of HOSTS) {
      const file = createHash('sha256')
        .update(readFileSync(fileOn(host)))
        .digest('hex');
      expect(t.secrets.fingerprint(file)).toBe((await state()).committed_hash);
    }
  };

  it('stores the hash only after all servers have confirmed', async () => {
    const seen: unknown[] = [];
    const watched = through({
      ...sftp,
      read: async (target, path) => {
        const content = await sftp.read(target, path);
        seen.push((await state()).committed_revision);
        return content;
      },
    });
    await commitConfig(watched, { params: { id, service: 'coursepro' } });
    expect(seen).toEqual([1, 1, 1]);
    expect(await state()).toMatchObject({ committed_revision: 2 });
  });

  it('names the server killed between stage and rename; the commit stays due and repairs it (R5)', async () => {
    const error = await failureOf(betweenStageAndRename(() => serverOf(WEB_1).kill()));
    expect(outcomesOf(error)).toEqual({ [WEB_1]: 'The server refuses connections.', [WEB_2]: 'ok', [WORKER]: 'ok' });
    expect(error.message).toContain(`These servers differ from the others: ${WEB_1}.`);
    expect(contents()).toEqual([OLD, NEW, NEW]);
    expect(await storedHash()).toBeNull();
    expect(await state()).toMatchObject({ committed_revision: 1, revision: 2 });
    await serverOf(WEB_1).start();
    await expectHealed();
  });

  it('names the server with a full disk; all keep the old file and no staged file is left (R6)', async () => {
    const before = await storedHash();
    await disk.fill();
    const error = await failureOf(amelia);
    expect(outcomesOf(error)).toEqual({
      [WEB_1]: 'ok',
      [WEB_2]: expect.stringMatching(/full/) as string,
      [WORKER]: 'ok',
    });
    expect(error.message).toContain('Every server still has its old file.');
    expect(contents()).toEqual([OLD, OLD, OLD]);
    expect(stagedFiles()).toEqual([]);
    expect(await storedHash()).toBe(before);
    await disk.free();
    await expectHealed();
    expect(stagedFiles()).toEqual([]);
  });

  it.each(['before the stage', 'between stage and rename'])(
    'gives up on the server that stops responding %s, while the others continue (R6)',
    async (when) => {
      const early = when === 'before the stage';
      const pause = async () => serverOf(WORKER).pause();
      if (early) await pause();
      const error = await failureOf(early ? amelia : betweenStageAndRename(pause));
      const message = early ? `No response within ${LIMIT_MS / 1000} s.` : UNKNOWN;
      expect(outcomesOf(error)).toEqual({ [WEB_1]: 'ok', [WEB_2]: 'ok', [WORKER]: message });
      expect(error.message).toContain(
        early ? 'Every server still has its old file.' : `may differ from the others: ${WORKER}.`,
      );
      expect(contents()).toEqual(early ? [OLD, OLD, OLD] : [NEW, NEW, OLD]);
      expect(await state()).toMatchObject({ committed_revision: 1 });
      serverOf(WORKER).resume();
      await expectHealed();
    },
  );

  it('handles all three at once: each response names the failed servers, and only the last commit stores its hash (R5, R6)', async () => {
    const troubled = betweenStageAndRename(async () => {
      await disk.fill();
      serverOf(WORKER).pause();
      await serverOf(WEB_1).kill();
    });
    const first = await failureOf(troubled);
    // Renaming still works on a full disk.
    expect(outcomesOf(first)).toEqual({
      [WEB_1]: 'The server refuses connections.',
      [WEB_2]: 'ok',
      [WORKER]: UNKNOWN,
    });
    expect(contents()).toEqual([OLD, NEW, OLD]);
    expect(await storedHash()).toBeNull();

    // The rename has freed space.
    await disk.fill();
    const second = await failureOf(amelia);
    expect(outcomesOf(second)).toMatchObject({
      [WEB_1]: 'The server refuses connections.',
      [WEB_2]: expect.stringMatching(/full/) as string,
      [WORKER]: `No response within ${LIMIT_MS / 1000} s.`,
    });
    for (const host of HOSTS) expect(second.message).toContain(host);
    expect(contents()).toEqual([OLD, NEW, OLD]);
    const [last] = await t.db
      .select()
      .from(publications)
      .where(and(eq(publications.tenantId, id), eq(publications.state, 'failed')))
      .orderBy(desc(publications.startedAt));
    expect(last?.outcome?.map((outcome) => outcome.host)).toEqual(HOSTS);

    expect(await storedHash()).toBeNull();

    await serverOf(WEB_1).start();
    await disk.free();
    serverOf(WORKER).resume();
    await expectHealed();
  });
});
