import { styled } from './styled.ts';

/** A row of controls above a table or list; it wraps. A child with `marginLeft: auto` moves to the right. */
export const Toolbar = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, flexWrap: 'wrap' });
