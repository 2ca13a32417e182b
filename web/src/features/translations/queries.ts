import type { CallRequest } from '@mission-control/contract/call';
import { listBranches } from '@mission-control/contract/releases/calls';
import { uploadTranslations } from '@mission-control/contract/translations/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** The branches that source texts are taken from (C-107). */
export const branchesQuery = queryOf(listBranches, { query: { app: 'coursepro' } });

/** @param key names the click: sent twice, it runs once */
export const startUpload = (body: CallRequest<typeof uploadTranslations>['body'], key: string) =>
  api.start(uploadTranslations, { body }, key);
