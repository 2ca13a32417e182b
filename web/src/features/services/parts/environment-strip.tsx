import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { scrollSideways, styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, monoText, narrow, radius } from '../../../ui/theme/tokens.ts';
import type { UsedEnvironment } from '../tenant-services.ts';
import { EnvKindTag } from './card-parts.tsx';

const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flexWrap: 'wrap',
  fontSize: 12,
  color: color.text2,
  [narrow]: {
    flexWrap: 'nowrap',
    ...scrollSideways({ sticky: false }),
    scrollbarWidth: 'none',
    '& > *': { flex: 'none' },
  },
  '& ul': { display: 'contents', listStyle: 'none' },
});
const Chip = styled('li', ['odd'])<{ odd: boolean }>(({ odd }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  height: 28,
  padding: '0 4px',
  borderRadius: radius.control,
  border: `1px solid ${odd ? meaningColor.warn.line : color.line}`,
  background: color.surface,
  whiteSpace: 'nowrap',
}));

const Name = styled('span')({ ...monoText, fontSize: 12, color: color.text, margin: '0 4px' });

interface EnvironmentStripProps {
  environments: readonly UsedEnvironment[];
  /** Kind of the smallest group when the kinds do not match. */
  oddKind: string | null;
  /** The names, and with them the kinds, have loaded. */
  isKnown: boolean;
}

/** Which environments the tenant's services run on. */
export function EnvironmentStrip({ environments, oddKind, isKnown }: EnvironmentStripProps) {
  if (environments.length === 0) return null;
  return (
    <Row tabIndex={0} role="group" aria-label="Environments">
      <span>Environments</span>
      <ul>
        {environments.map(({ id, name, kind, services }) => (
          <Chip key={id} odd={kind === oddKind}>
            {services.map(({ slug, letter, displayName }) => (
              <ServiceBlock key={slug} letter={letter} hue={slug} title={displayName} />
            ))}
            <Name>{name}</Name>
            {isKnown ? <EnvKindTag kind={kind} /> : null}
          </Chip>
        ))}
      </ul>
    </Row>
  );
}
