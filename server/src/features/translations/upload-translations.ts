import type { CallAnswer, CallInput } from '@mission-control/contract/call';
import type { uploadTranslations } from '@mission-control/contract/translations/calls';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { outputOf, startRun, type RunWork } from '../runs/public.ts';

/** The app whose repository has the source texts (C-107). */
const APP = 'coursepro';
/** The branches that are the main one, the first that exists. */
const MAIN = ['main', 'master', 'develop'];
const SHORT_COMMIT = 8;

/**
 * Uploads the source texts of a type to Straker; waits for the end.
 * @throws AppError('conflict') while the same type is being uploaded; AppError('target_failed') with the output when it fails
 */
export async function uploadSources(
  ctx: Ctx,
  { type, branch }: CallInput<typeof uploadTranslations>['body'],
  key: string | undefined,
): Promise<CallAnswer<typeof uploadTranslations>> {
  const ref = branch || (await mainBranch(ctx));
  const run = await startRun(ctx, {
    kind: 'translations',
    subject: `${type} at ${ref}`,
    facts: { type, branch: ref },
    series: type,
    key,
    locks: [`translations:${type}`],
    work: (work) => upload(ctx, work, type, ref),
  });
  const { id, output } = await outputOf(run);
  return { output, run_id: id };
}

async function mainBranch(ctx: Ctx): Promise<string> {
  const { refs } = await ctx.ports.repositories.branches(APP);
  const found = MAIN.find((name) => refs.some((ref) => ref.name === name));
  if (found === undefined)
    throw new AppError('refused', `${APP} has none of the branches ${MAIN.join(', ')}. Choose one.`);
  return found;
}

async function upload(ctx: Ctx, run: RunWork, type: string, branch: string): Promise<void> {
  const { repositories, translations } = ctx.ports;
  run.step(1, 2, 'Read the source texts');
  // One commit for all files, also when somebody pushes meanwhile.
  const commit = await repositories.resolve(APP, branch);
  const folder = `translations/${type}`;
  const files = (await repositories.listFiles(APP, commit, folder)).filter((path) => path.endsWith('.json'));
  run.write(`  ${branch} is at ${commit.slice(0, SHORT_COMMIT)}, ${folder} has ${files.length} source files\n`);
  if (files.length === 0) throw new AppError('refused', `${branch} has no source texts in ${folder}.`);
  run.step(2, 2, 'Upload to Straker');
  for (const path of files) {
    run.signal.throwIfAborted();
    const content = await repositories.readFile(APP, commit, path);
    if (!content) throw new AppError('refused', `${path} is no file in ${branch}.`);
    const name = path.slice(folder.length + 1);
    run.write(`  ${name}  ${content.length.toLocaleString('en-GB')} bytes`);
    const job = await translations.upload(`${type} ${branch}`, {
      name: `${type}-${name.replaceAll('/', '-')}`,
      content,
    });
    run.write(`  job ${job}  DONE\n`);
  }
}
