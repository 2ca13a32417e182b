import { confirmNeeded } from '@mission-control/contract/releases/rules';
import type { ReleaseObject } from '@mission-control/contract/releases/schema';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Click, RunWork, StartedRun } from '../../runs/public.ts';
import { chooseRelease } from './choose-release.ts';
import type { Step } from '../../../ports/release-files.ts';
import { placesOf, requireService, type Place } from './places.ts';
import { onServer } from './on-server.ts';
import { listReleaseRows, listTargetRows, type ReleaseRow } from '../queries.ts';
import { runPlanned } from '../run-command.ts';
import { runSwitch } from './run-switch.ts';
import { commandPlace, switchPlaces, type NewCopy } from './switch-places.ts';

const STEPS = 5;
const COPY_LIMIT_MS = 30 * 60_000;
const MIGRATION_LIMIT_MS = 60 * 60_000;

interface Deploy {
  wanted: ReleaseObject;
  places: Place[];
  /** By service. */
  chosen: ReadonlyMap<string, ReleaseRow>;
  copies: ReadonlyMap<string, NewCopy>;
}

/**
 * Starts the deploy of a version.
 * @throws AppError('conflict') with the lock during another deploy to the target; AppError('refused') when the service has no such version
 */
export async function deployAppRelease(ctx: Ctx, wanted: ReleaseObject, click?: Click): Promise<StartedRun> {
  const { app, env, version } = wanted;
  const service = requireService(app, wanted.service);
  if (confirmNeeded(app, env) && wanted.confirm !== true)
    throw new AppError('bad_request', 'Confirm the translation request first.', { fields: { confirm: 'is required' } });
  const rows = await listReleaseRows(ctx.db, app, version);
  const chosen = new Map(service.parts.map((part) => [part, available(rows, part, wanted)]));
  const places = await placesOf(ctx, app, service.parts, env);
  const copies = new Map([...chosen].map(([part, row]) => [part, toCopy(row)]));
  return runSwitch(ctx, click, { wanted, service, copies, rollback: false }, (run) =>
    deploy(ctx, run, { wanted, places, chosen, copies }),
  );
}

function available(rows: readonly ReleaseRow[], service: string, { env, version }: ReleaseObject): ReleaseRow {
  const row = chooseRelease(rows, service, env);
  if (row) return row;
  throw new AppError('refused', `There is no release ${version} of ${service} for ${env}. Create it first.`);
}

/** The copy name includes the artifact hash, so a rebuilt version is a different copy. */
const toCopy = ({ version, sha256 }: ReleaseRow): NewCopy => ({
  version,
  copy: `${sha256.slice(0, 12)}-${version.replaceAll('/', '_')}`,
});

async function deploy(ctx: Ctx, run: RunWork, plan: Deploy): Promise<void> {
  const { app, env } = plan.wanted;
  run.step(1, STEPS, 'Choose the artifacts');
  for (const [service, row] of plan.chosen)
    run.write(`  ${service}: built for ${row.service} on ${row.env}, sha256 ${row.sha256}\n`);
  await stageAll(ctx, run, plan);
  await migrate(ctx, run, plan);
  await switchPlaces(ctx, run, { app, env, places: plan.places, copies: plan.copies, step: 4, of: STEPS });
  await pruneAll(ctx, run, plan);
}

/** Prunes old copies, keeping the served and the rollback copy; removal of the others is retried by the next deploy if it fails. */
async function pruneAll(ctx: Ctx, run: RunWork, { wanted, places }: Deploy): Promise<void> {
  const rows = await listTargetRows(ctx.db, [...new Set(places.map(({ service }) => service))], wanted.env);
  const kept = new Map(rows.map((row) => [row.service, [row.copy, row.previousCopy].filter((copy) => copy !== null)]));
  for (const { service, target } of places) {
    const prune = (step: Step) => ctx.ports.releaseFiles.prune(target, kept.get(service) ?? [], step);
    await onServer(run, target, { limitMs: COPY_LIMIT_MS }, prune).catch((error: unknown) => {
      ctx.log.warn({ err: error, host: target.host }, 'old copies of a release could not be removed');
      run.write(`  old copies on ${target.host} could not be removed\n`);
    });
  }
}

async function stageAll(ctx: Ctx, run: RunWork, { wanted: { app, env }, places, chosen, copies }: Deploy) {
  const { copy: template } = await ctx.ports.releasePlans.plan(app);
  const hosts = new Set(places.map(({ target }) => target.host)).size;
  run.step(2, STEPS, `Copy to ${hosts === 1 ? 'the server' : `${hosts} servers`}`);
  for (const { service, target } of places) {
    run.signal.throwIfAborted();
    const [row, next] = [chosen.get(service), copies.get(service)];
    if (!row || !next) continue;
    const release = { name: next.copy, sha256: row.sha256 };
    await onServer(run, target, { limitMs: COPY_LIMIT_MS }, (step) =>
      ctx.ports.releaseFiles.stage(target, release, step),
    );
    if (template !== null) {
      const { cwd, shared } = await commandPlace(ctx, run, target, next.copy);
      const { host, path } = target;
      const values = { app, service, env, version: next.version, host, path, copy: next.copy, from: cwd };
      const name = `The copy of ${service} to ${host}`;
      await runPlanned(run, { name, template, values, cwd, shared, timeLimitMs: COPY_LIMIT_MS });
    }
    run.write(`  ${target.host} ${service}  DONE\n`);
  }
}

/** Runs the migrations of each service once, on its first server. */
async function migrate(ctx: Ctx, run: RunWork, { wanted: { app, env }, places, copies }: Deploy) {
  const { migrations } = await ctx.ports.releasePlans.plan(app);
  run.step(3, STEPS, 'Run migrations');
  for (const [service, { version, copy }] of copies) {
    const first = places.find((place) => place.service === service);
    if (!first) continue;
    const where = await commandPlace(ctx, run, first.target, copy);
    const values = { app, service, env, version, host: first.target.host };
    for (const template of migrations[service] ?? []) {
      const name = `A migration of ${service}`;
      await runPlanned(run, { name, template, values, ...where, timeLimitMs: MIGRATION_LIMIT_MS });
    }
  }
}
