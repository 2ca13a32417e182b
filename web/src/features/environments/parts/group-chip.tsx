import { styled } from '../../../ui/styled.ts';
import { chartColor, color } from '../../../ui/tokens.ts';
import { groupHue, type GroupHue } from '../group-hue.ts';

const hues: Record<GroupHue, string> = { blue: chartColor[0], green: chartColor[3], neutral: color.text2 };

const Chip = styled('span', { shouldForwardProp: (prop) => prop !== 'hue' })<{ hue: GroupHue }>(({ hue }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: 6,
  height: 20,
  padding: '0 8px',
  borderRadius: 10,
  background: `color-mix(in srgb, ${hues[hue]} 14%, ${color.surface})`,
  color: hues[hue],
  fontSize: 11.5,
  lineHeight: '16px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '&::before': { content: '""', width: 6, height: 6, borderRadius: '50%', background: 'currentColor' },
}));

/** The group of an environment [ENV-03]; nothing without one. */
export function GroupChip({ name }: { name: string | null }) {
  if (name === null || name === '') return null;
  const hue = groupHue(name);
  return (
    <Chip hue={hue} data-hue={hue}>
      {name}
    </Chip>
  );
}
