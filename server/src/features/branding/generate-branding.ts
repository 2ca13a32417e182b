import { GENERATION_WARNING, generationWarnings } from '@mission-control/contract/branding/rules';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { startRun, type Click, type RunWork, type StartedRun } from '../runs/public.ts';
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
  click?: Click | undefined;
  /** It follows a save of the settings, which stay saved when it fails. */
  saved?: boolean;
}

/** How a generation ended, with what it replaced, one sentence each: from the output, so that a repeated request is told the same. */
export const toGenerated = ({ id, output }: { id: number; output: string }) => ({
  run_id: id,
  warnings: generationWarnings(output),
});

/**
 * Starts to generate the published files of a saved branding. One tenant's run at a time.
 * @throws AppError('conflict') while another one runs
 */
export async function generateBranding(
  ctx: Ctx,
  { tenantId, app, branch, click, saved = false }: Generation,
): Promise<StartedRun> {
  const owner = await brandOwner(ctx, tenantId);
  if (!(await findBranding(ctx.db, tenantId))?.brand)
    throw new AppError('refused', `${owner.name} has no saved branding to generate.`);
  return startRun(ctx, {
    kind: 'branding-generation',
    subject: `${owner.name} from ${app} ${branch}`,
    tenantId,
    facts: { app, branch, saved, tenant: owner.name },
    click,
    locks: [`branding:${tenantId}`],
    topics: [`tenant:${tenantId}`],
    onStart: ({ db }) => setBranch(db, tenantId, branch),
    work: (run) => generate(ctx, run, { id: tenantId, name: owner.name }, { app, branch }),
  });
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
  for (const warning of warnings) run.write(`${GENERATION_WARNING}${oneLine(warning)}\n`);
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
