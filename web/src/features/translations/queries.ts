import type { CallRequest } from '@mission-control/contract/call';
import { uploadTranslations } from '@mission-control/contract/translations/calls';
import { api } from '../../lib/api/api.ts';

/** @param key names the click: sent twice, it runs once */
export const startUpload = (body: CallRequest<typeof uploadTranslations>['body'], key: string) =>
  api.start(uploadTranslations, { body }, key);
