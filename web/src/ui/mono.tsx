import { styled } from './styled.ts';
import { monoText } from './tokens.ts';

/** A key, host, version or hash. `small` in dense tables. */
export const Mono = styled('span', { shouldForwardProp: (prop) => prop !== 'small' })<{ small?: boolean }>(
  ({ small }) => ({ ...monoText, ...(small ? { fontSize: 12 } : null) }),
);
