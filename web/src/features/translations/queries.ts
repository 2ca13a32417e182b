import type { CallRequest } from '@mission-control/contract/call';
import { listBranches } from '@mission-control/contract/releases/calls';
import { uploadTranslations } from '@mission-control/contract/translations/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** The branches that source texts are taken from (C-107). */
export const branchesQuery = queryOf(listBranches, { query: { app: 'coursepro' } });

/** It is answered when all is uploaded. */
const LIMIT_MS = 60 * 60_000;

/** @param key names the click: sent twice, it runs once */
export const sendUpload = (body: CallRequest<typeof uploadTranslations>['body'], key: string) =>
  api.send(uploadTranslations, { body }, { idempotencyKey: key, timeoutMs: LIMIT_MS });
