import { uploadTranslations } from '@mission-control/contract/translations/calls';
import { handleRun } from '../runs/public.ts';
import { uploadSources } from './upload-translations.ts';

export const translationRoutes = [
  handleRun(uploadTranslations, {
    start: (ctx, { body }, click) => uploadSources(ctx, body, click),
    answer: ({ id, output }) => ({ output, run_id: id }),
  }),
];
