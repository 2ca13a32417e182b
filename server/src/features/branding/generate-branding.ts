import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { outputOf, startRun, type RunWork } from '../runs/public.ts';
import { brandOwner } from './brand-owner.ts';
import { compileTheme } from './compile-theme.ts';
import { publishBranding } from './publish-branding.ts';
import { findBranding, setBranch } from './queries.ts';
import { readTheme, THEME_ENTRY } from './read-theme.ts';
import { usableColours } from './usable-colours.ts';

/** What to generate. */
export interface Generation {
  tenantId: number;
  app: string;
  branch: string;
  /** Names the click. */
  key?: string | undefined;
}

/** How a generation ended, with what it replaced, one sentence each. */
export interface Generated {
  run_id: number;
  warnings: string[];
}

const WARNING = 'Warning: ';

/**
 * Generates the published files of a saved branding as a run, and waits for its end. One tenant's run at a time.
 * @throws AppError('conflict') while another one runs, AppError('target_failed') with the run's output when it fails
 */
export async function generateBranding(ctx: Ctx, { tenantId, app, branch, key }: Generation): Promise<Generated> {
  const owner = await brandOwner(ctx, tenantId);
  if (!(await findBranding(ctx.db, tenantId))?.brand)
    throw new AppError('refused', `${owner.name} has no saved branding to generate.`);
  const started = await startRun(ctx, {
    kind: 'branding-generation',
    subject: `${owner.name} from ${app} ${branch}`,
    tenantId,
    facts: { app, branch },
    key,
    locks: [`branding:${tenantId}`],
    topics: [`tenant:${tenantId}`],
    onStart: ({ db }) => setBranch(db, tenantId, branch),
    work: (run) => generate(ctx, run, { id: tenantId, name: owner.name }, { app, branch }),
  });
  const { output } = await outputOf(started);
  // From the output, so that a repeated request of the same click is told the same.
  const lines = output.split('\n').filter((line) => line.startsWith(WARNING));
  return { run_id: started.id, warnings: lines.map((line) => line.slice(WARNING.length)) };
}

async function generate(
  ctx: Ctx,
  run: RunWork,
  tenant: { id: number; name: string },
  { app, branch }: { app: string; branch: string },
): Promise<void> {
  run.step(1, 3, `Read the theme at ${branch} of ${app}`);
  const brand = (await findBranding(ctx.db, tenant.id))?.brand;
  if (!brand) throw new AppError('refused', `${tenant.name} has no saved branding to generate.`);
  const { commit, files } = await readTheme(ctx.ports.repositories, app, branch);
  run.write(`${Object.keys(files).length} style sheets at ${commit.slice(0, 12)}\n`);
  run.signal.throwIfAborted();

  run.step(2, 3, `Compile ${THEME_ENTRY}`);
  const { colours, warnings } = usableColours(brand.colours);
  for (const warning of warnings) run.write(`${WARNING}${oneLine(warning)}\n`);
  const { css, notes } = await compileTheme({ files, entry: THEME_ENTRY, variables: { ...colours } });
  for (const note of notes) run.write(`theme: ${oneLine(note)}\n`);
  run.write(`${css.length} characters of CSS\n`);
  run.signal.throwIfAborted();

  run.step(3, 3, 'Publish');
  const { content, logo } = brand;
  const paths = await publishBranding(ctx, { css, colours, content, logo, tenant, source: { app, branch, commit } });
  for (const path of paths) run.write(`${path}\n`);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
