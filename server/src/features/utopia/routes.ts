import { listUtopia } from '@mission-control/contract/utopia/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listUtopia as list } from './list-utopia.ts';

export const utopiaRoutes = [handle(listUtopia, (ctx) => list(ctx))];
