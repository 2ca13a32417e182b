import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { itemImpact, itemList, itemParams, itemTenants, kindParams, savedItem } from './schema.ts';

export const listFleetItems = defineCall({
  name: 'listFleetItems',
  method: 'GET',
  path: '/api/fleet/{kind}',
  access: 'admin',
  topics: () => [TOPIC.environments, TOPIC.tenants, TOPIC.databases],
  throttleMs: 2000,
  summary: 'All items of a kind in the fleet, with their fields as an inventory declares them, and their usage.',
  params: kindParams,
  response: itemList,
});

export const listFleetItemTenants = defineCall({
  name: 'listFleetItemTenants',
  method: 'GET',
  path: '/api/fleet/{kind}/{key}/tenants',
  access: 'viewer',
  topics: () => [TOPIC.environments, TOPIC.tenants, TOPIC.databases],
  throttleMs: 1_000,
  summary: 'The tenants that use an item of the fleet, except deleted ones.',
  params: itemParams,
  response: itemTenants,
});

export const saveFleetItem = defineCall({
  name: 'saveFleetItem',
  method: 'POST',
  path: '/api/fleet',
  access: 'admin',
  summary:
    'Adds or changes a region, account, environment with its servers, certificate, database host or config key. Servers are not touched.',
  body: savedItem,
  response: z.object({ key: z.string() }),
});

/** A POST because of its body; changes nothing. */
export const previewFleetItem = defineCall({
  name: 'previewFleetItem',
  method: 'POST',
  path: '/api/fleet/impact',
  access: 'admin',
  summary: 'The effect of saving an item of the fleet: tenants affected, and configs that will need a commit.',
  body: savedItem,
  response: itemImpact,
});

export const retireFleetItem = defineCall({
  name: 'retireFleetItem',
  method: 'DELETE',
  path: '/api/fleet/{kind}/{key}',
  access: 'admin',
  summary: 'Removes an unused item of the fleet; 409 with its usage otherwise.',
  params: itemParams,
  response: z.object({}),
});
