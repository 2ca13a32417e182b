import { COLUMN_NOTES, IMPORTABLE_COLUMNS } from '@mission-control/contract/members/columns';
import { listMemberColumns, readMembers, validateMembers } from '@mission-control/contract/members/calls';
import { handle } from '../../platform/calls/handler.ts';
import { readSheet, validate } from './service.ts';

export const memberRoutes = [
  handle(listMemberColumns, async () => ({ columns: [...IMPORTABLE_COLUMNS], notes: COLUMN_NOTES })),
  handle(readMembers, (_ctx, { body }) => readSheet(body.file)),
  handle(validateMembers, (ctx, _input, { bytes = new Uint8Array() }) => validate(ctx, bytes)),
];
