import type { CallInput } from '@mission-control/contract/call';
import { uploadTranslations } from '@mission-control/contract/translations/calls';
import { numberText } from '@mission-control/contract/numbers';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Feature } from '../../platform/feature.ts';
import { startRun, type Click, type RunWork, type StartedRun, handleRun } from '../runs/public.ts';

/** The app whose repository contains the source texts (C-107). */
const APP = 'coursepro';
/** Names of the main branch; the first that exists is used. */
const MAIN_BRANCHES = ['main', 'master', 'develop'];
const SHORT_COMMIT = 8;

/**
 * Starts uploading the source texts of a type to Straker.
 * @throws AppError('conflict') while the same type is being uploaded
 */
export async function uploadSources(
  ctx: Ctx,
  { type, branch }: CallInput<typeof uploadTranslations>['body'],
  click?: Click,
): Promise<StartedRun> {
  return startRun(ctx, {
    kind: 'translations',
    subject: `${type} at ${branch || 'the main branch'}`,
    facts: { type, branch: branch || null },
    series: type,
    click,
    locks: [`translations:${type}`],
    work: (work) => upload(ctx, work, type, branch || null),
  });
}

async function mainBranch(ctx: Ctx): Promise<string> {
  const { refs } = await ctx.ports.repositories.branches(APP);
  const found = MAIN_BRANCHES.find((name) => refs.some((ref) => ref.name === name));
  if (found === undefined)
    throw new AppError('refused', `${APP} has none of the branches ${MAIN_BRANCHES.join(', ')}. Choose one.`);
  return found;
}

async function upload(ctx: Ctx, run: RunWork, type: string, wanted: string | null): Promise<void> {
  const { repositories, translations } = ctx.ports;
  run.step(1, 2, 'Read the source texts');
  // Part of the run, because listing branches may take longer than the call's timeout (C-133).
  const branch = wanted ?? (await mainBranch(ctx));
  // Read all files from one commit, even if somebody pushes meanwhile.
  const commit = await repositories.resolve(APP, branch);
  const folder = `translations/${type}`;
  const files = (await repositories.listFiles(APP, commit, folder)).filter((path) => path.endsWith('.json'));
  run.write(`  ${branch} is at ${commit.slice(0, SHORT_COMMIT)}, ${folder} has ${files.length} source files\n`);
  if (files.length === 0) throw new AppError('refused', `${branch} has no source texts in ${folder}.`);
  run.step(2, 2, 'Upload to Straker');
  for (const path of files) {
    run.signal.throwIfAborted();
    const content = await repositories.readFile(APP, commit, path);
    if (!content) throw new AppError('refused', `${path} is not a file in ${branch}.`);
    const name = path.slice(folder.length + 1);
    run.write(`  ${name}  ${numberText(content.length)} bytes`);
    const job = await translations.upload(`${type} ${branch}`, {
      name: `${type}-${name.replaceAll('/', '-')}`,
      content,
    });
    run.write(`  job ${job}  DONE\n`);
  }
}

export const translationFeature = {
  routes: [
    handleRun(uploadTranslations, {
      start: (ctx, { body }, click) => uploadSources(ctx, body, click),
      answer: ({ id, output }) => ({ output, run_id: id }),
    }),
  ],
} satisfies Feature;
