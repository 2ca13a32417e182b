import { getGuide, getGuidePicture } from '@mission-control/contract/help/calls';
import { queryOf } from '../../lib/query.ts';

export const guideQuery = queryOf(getGuide, {});

/** A picture of the guide. */
export const pictureQuery = (name: string) => queryOf(getGuidePicture, { params: { name } });
