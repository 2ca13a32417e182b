import { omnisearch, searchPalette } from '@mission-control/contract/search/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { findActions } from './find-actions.ts';
import { findItems } from './find-items.ts';
import { searchTenants } from './service.ts';

export const searchFeature = {
  routes: [
    handle(omnisearch, (ctx, input) => searchTenants(ctx, input.query.val)),
    handle(searchPalette, async (ctx, { query: { val, tenant } }) => {
      const [actions, items] = await Promise.all([findActions(ctx, val, tenant), findItems(ctx, val, tenant)]);
      return { actions, items };
    }),
  ],
} satisfies Feature;
