import { outputOf, type StartedRun } from '../../runs/public.ts';
import { toAnswer } from '../run-answer.ts';

/** Waits for a run as a call does, and answers what the call would. */
export const answered = async (starting: Promise<StartedRun>) => toAnswer(await outputOf(await starting));
