import { styled } from '../../../ui/styled.ts';

/** The heading of a part of the page. */
export const SectionTitle = styled('h2')({
  fontSize: 14,
  lineHeight: '20px',
  fontWeight: 600,
  letterSpacing: '-.01em',
  marginBottom: 8,
});
