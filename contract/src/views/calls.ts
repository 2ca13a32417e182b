import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { newView, savedView, viewChange, viewList, viewParams, viewUse } from './schema.ts';

export const listViews = defineCall({
  name: 'listViews',
  method: 'GET',
  path: '/api/view',
  access: 'viewer',
  personOnly: true,
  summary: "Saved views by page and name: the caller's own, and those shared by others.",
  topics: () => [TOPIC.views],
  response: viewList,
});

export const saveView = defineCall({
  name: 'saveView',
  method: 'POST',
  path: '/api/view',
  access: 'viewer',
  personOnly: true,
  summary: 'Saves the filters, sort and columns of a page as a named, pinned view; sharing requires the role operator.',
  body: newView,
  status: 201,
  response: savedView,
});

export const changeView = defineCall({
  name: 'changeView',
  method: 'PUT',
  path: '/api/view/{view}',
  access: 'viewer',
  personOnly: true,
  summary: "Changes one of the caller's views; admins may change shared ones. 409 if somebody has changed it since.",
  params: viewParams,
  body: viewChange,
  response: savedView,
});

export const deleteView = defineCall({
  name: 'deleteView',
  method: 'DELETE',
  path: '/api/view/{view}',
  access: 'viewer',
  personOnly: true,
  summary: "Deletes one of the caller's views; admins may delete shared ones.",
  params: viewParams,
  response: z.object({}),
});

export const useView = defineCall({
  name: 'useView',
  method: 'PUT',
  path: '/api/view/{view}/use',
  access: 'viewer',
  personOnly: true,
  summary:
    'Pins a view above its list, or makes it the start page, for the caller only. Only one view can be the start page.',
  params: viewParams,
  body: viewUse,
  response: savedView,
});
