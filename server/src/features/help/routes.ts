import { getConsole, getGuide, getGuidePicture } from '@mission-control/contract/help/calls';
import { handle } from '../../platform/calls/handler.ts';
import { describeConsole, readGuide, readPicture } from './service.ts';

export const helpRoutes = [
  handle(getGuide, () => readGuide()),
  handle(getGuidePicture, (_ctx, { params }) => readPicture(params.name)),
  handle(getConsole, async (ctx) => describeConsole(ctx)),
];
