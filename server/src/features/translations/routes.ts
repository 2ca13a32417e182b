import { uploadTranslations } from '@mission-control/contract/translations/calls';
import { handle } from '../../platform/calls/handler.ts';
import { keyOf } from '../runs/public.ts';
import { uploadSources } from './upload-translations.ts';

export const translationRoutes = [
  handle(uploadTranslations, (ctx, { body }, http) => uploadSources(ctx, body, keyOf(http))),
];
