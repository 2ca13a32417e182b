import { styled } from '../../../ui/styled.ts';
import { color, radius } from '../../../ui/tokens.ts';

/** The sunk box around the code editor; it keeps its height while the editor is loaded. */
export const CodeFrame = styled('div')({
  minHeight: 162,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.control,
  background: color.inset,
  overflow: 'hidden',
  '&:focus-within': { borderColor: color.accent, boxShadow: `0 0 0 1px ${color.accent}` },
});
