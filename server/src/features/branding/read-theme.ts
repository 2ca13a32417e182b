import type { Repositories } from '../../ports/repositories/port.ts';
import { AppError } from '../../platform/errors.ts';

/** Where an app's repository keeps its themes, and the one of the online-joining page. */
const FOLDER = 'themes';
export const THEME_ENTRY = `${FOLDER}/online-joining.scss`;

const MOST_FILES = 200;
const MOST_BYTES = 4 * 1024 * 1024;

/** The sources of the themes as one commit has them. */
export interface ThemeSources {
  commit: string;
  files: Record<string, string>;
}

/** The last sources that were read: all tenants are regenerated from the same ones, one after the other. */
const kept = new WeakMap<Repositories, ThemeSources & { app: string }>();

/**
 * Reads the themes at the head of a branch.
 * @throws AppError('not_found') without such a branch, AppError('refused') without a theme
 */
export async function readTheme(repositories: Repositories, app: string, branch: string): Promise<ThemeSources> {
  const { refs } = await repositories.branches(app);
  const commit = refs.find((ref) => ref.name === branch)?.commit;
  if (commit === undefined) throw new AppError('not_found', `The repository of ${app} has no branch ${branch}.`);
  const last = kept.get(repositories);
  if (last?.app === app && last.commit === commit) return last;
  const files = await readFiles(repositories, app, branch, commit);
  kept.set(repositories, { app, commit, files });
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
  if (paths.length > MOST_FILES) throw new AppError('refused', `${FOLDER} has more than ${MOST_FILES} style sheets.`);
  const files: Record<string, string> = {};
  let bytes = 0;
  for (const path of paths) {
    const content = await repositories.readFile(app, commit, path);
    bytes += content?.byteLength ?? 0;
    if (bytes > MOST_BYTES) throw new AppError('refused', `The style sheets in ${FOLDER} are too large.`);
    if (content) files[path] = content.toString('utf8');
  }
  return files;
}
