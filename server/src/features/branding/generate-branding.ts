import { cssColour, parseColour } from '@mission-control/contract/branding/colours';
import { GENERATION_WARNING, generationWarnings, DEFAULT_COLOURS } from '@mission-control/contract/branding/rules';
import type { BrandColours } from '@mission-control/contract/branding/schema';
import { countText } from '@mission-control/contract/numbers';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Repositories } from '../../ports/repositories/port.ts';
import { startRun, type Click, type RunWork, type StartedRun } from '../runs/public.ts';
import { compileTheme } from './compile-theme.ts';
import { publishBranding } from './publish-branding.ts';
import { findBranding, setBranch } from './queries.ts';
import { brandOwner } from './revisions.ts';

/** Theme folder in an app's repository, and the entry of the online-joining theme. */
const FOLDER = 'themes';
const THEME_ENTRY = `${FOLDER}/online-joining.scss`;

const MAX_FILES = 200;
const MAX_BYTES = 4 * 1024 * 1024;

/** Theme sources at one commit. */
interface ThemeSources {
  commit: string;
  files: Record<string, string>;
}

/** Sources of the last commit read: tenants are usually regenerated one after another from the same commit. */
const lastRead = new WeakMap<Repositories, ThemeSources & { app: string }>();

/**
 * Reads the themes at the head of a branch.
 * @throws AppError('not_found') without such a branch, AppError('refused') without a theme
 */
async function readTheme(repositories: Repositories, app: string, branch: string): Promise<ThemeSources> {
  const { refs } = await repositories.branches(app);
  const commit = refs.find((ref) => ref.name === branch)?.commit;
  if (commit === undefined) throw new AppError('not_found', `The repository of ${app} has no branch ${branch}.`);
  const last = lastRead.get(repositories);
  if (last?.app === app && last.commit === commit) return last;
  const files = await readFiles(repositories, app, branch, commit);
  lastRead.set(repositories, { app, commit, files });
  return { commit, files };
}

async function readFiles(
  repositories: Repositories,
  app: string,
  branch: string,
  commit: string,
): Promise<Record<string, string>> {
  const paths = (await repositories.listFiles(app, commit, FOLDER)).filter((path) => /\.(scss|sass|css)$/.test(path));
  if (!paths.includes(THEME_ENTRY))
    throw new AppError('refused', `The branch ${branch} of ${app} has no ${THEME_ENTRY}.`);
  if (paths.length > MAX_FILES) throw new AppError('refused', `${FOLDER} has more than ${MAX_FILES} style sheets.`);
  const files: Record<string, string> = {};
  let bytes = 0;
  for (const path of paths) {
    const content = await repositories.readFile(app, commit, path);
    bytes += content?.byteLength ?? 0;
    if (bytes > MAX_BYTES) throw new AppError('refused', `The style sheets in ${FOLDER} are too large.`);
    if (content) files[path] = content.toString('utf8');
  }
  return files;
}

/** The saved colours; an invalid CSS colour is replaced by its default, with a warning. */
function usableColours(saved: BrandColours): { colours: BrandColours; warnings: string[] } {
  const warnings: string[] = [];
  const usable = (name: keyof BrandColours): string => {
    const fallback = DEFAULT_COLOURS[name];
    if (parseColour(saved[name]) === null)
      warnings.push(`The ${name} colour '${saved[name]}' is not a CSS colour: the default ${fallback} was used.`);
    return cssColour(saved[name], fallback);
  };
  return {
    colours: { primary: usable('primary'), secondary: usable('secondary'), background: usable('background') },
    warnings,
  };
}

export interface Generation {
  tenantId: number;
  app: string;
  branch: string;
  click?: Click | undefined;
  /** True after a save of the settings, which stay saved if the generation fails. */
  saved?: boolean;
}

/** The result of a generation. Warnings are read from the output, so that a repeated request gets the same response. */
export const toGenerated = ({ id, output }: { id: number; output: string }) => ({
  run_id: id,
  warnings: generationWarnings(output),
});

/**
 * Starts generating the published files of a saved branding. A tenant has at most one such run at a time.
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
    topics: [TOPIC.tenant(tenantId)],
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
  run.write(`${countText(Object.keys(files).length, 'style sheet')} at ${commit.slice(0, 12)}\n`);
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
