import { readdirSync } from 'node:fs';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { openFreshEmbedded } from '../../platform/testing/fresh-database.ts';
import { createTestCtx } from '../../platform/testing/test-ctx.ts';
import { findPostgres, startPostgres } from '../../ports/testing/postgresql.ts';
import { UsageError } from './command.ts';
import { moveTo, parseMoveCommand } from './move-command.ts';

const programs = findPostgres();

it.each([[], ['--to'], ['--to', 'mysql://db/console'], ['--from', 'postgres://db/console']])(
  'explains itself after %j %j',
  (...args) => expect(() => parseMoveCommand(args)).toThrow(UsageError),
);

it.skipIf(programs === undefined)(
  'changes nothing in a target that is not empty; an empty one is filled',
  { timeout: 120_000 },
  async () => {
    const postgres = await startPostgres(programs ?? '');
    const [t, source] = [await createTestCtx(), await openFreshEmbedded()];
    const target = new pg.Client(postgres.url);
    const dataDir = temporaryFolder(onTestFinished);
    const move = () => moveTo(postgres.url, { ctx: t, open: source, dataDir, print: () => undefined });
    try {
      await target.connect();
      await target.query('create table their_own (id integer)');
      await expect(move()).rejects.toThrow('it has the table their_own');
      const { rows: schemas } = await target.query("select 1 from pg_namespace where nspname = 'jobs'");
      expect(schemas).toEqual([]);
      expect(readdirSync(dataDir)).toEqual([]);
      await target.query('drop table their_own');
      expect(await move()).toMatch(/^Moved \d+ rows of \d+ tables; the audit log is intact: 0 events\./);
      expect(readdirSync(dataDir)).toEqual(['database.moved']);
    } finally {
      await target.end();
      for (const { close } of [source, t]) await close();
      await postgres.stop();
    }
  },
);
