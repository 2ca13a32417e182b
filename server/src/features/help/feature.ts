import { readFile } from 'node:fs/promises';
import type { CallResponse } from '@mission-control/contract/call';
import { getConsole, getGuide, getGuidePicture } from '@mission-control/contract/help/calls';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { parseGuide } from './parse-guide.ts';

const DOCS = new URL('../../../../docs/', import.meta.url);

let guide: Promise<CallResponse<typeof getGuide>> | undefined;

/** The installed guide, read once. @throws AppError('not_found') if it is missing */
function readGuide(): Promise<CallResponse<typeof getGuide>> {
  guide ??= readFile(new URL('guide.md', DOCS), 'utf8').then(parseGuide, () => {
    guide = undefined;
    throw new AppError('not_found', 'The guide is not installed with this console: docs/guide.md is missing.');
  });
  return guide;
}

/** @param name validated by the call, so it contains no path. @throws AppError('not_found') */
async function readPicture(name: string): Promise<CallResponse<typeof getGuidePicture>> {
  const content = await readFile(new URL(`guide/${name}.webp`, DOCS)).catch(() => null);
  if (content === null) throw new AppError('not_found', `The guide has no picture ${name}.`);
  return { data: `data:image/webp;base64,${content.toString('base64')}` };
}

/** @throws AppError('not_signed_in') if the caller is not a user */
function describeConsole({ actor, liveToTest, sandbox = false }: Ctx): CallResponse<typeof getConsole> {
  if (actor.role === null) throw new AppError('not_signed_in', 'Sign in to continue.');
  return { user: actor.name, role: actor.role, sandbox, live_to_test: liveToTest ?? null };
}

export const helpFeature = {
  routes: [
    handle(getGuide, () => readGuide()),
    handle(getGuidePicture, (_ctx, { params }) => readPicture(params.name)),
    handle(getConsole, async (ctx) => describeConsole(ctx)),
  ],
} satisfies Feature;
