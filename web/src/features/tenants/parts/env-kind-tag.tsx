import { envKindTone, type EnvKind } from '@mission-control/contract/environments/rules';
import { Tag } from '../../../ui/tag.tsx';

const NOT_TOLD = 'The name of the environment tells no type: prod, dev, staging or qa';

/** The kind that the name of an environment tells. */
export function EnvKindTag({ kind }: { kind: EnvKind }) {
  return (
    <Tag tone={envKindTone(kind)} lower title={kind === 'unknown' ? NOT_TOLD : undefined}>
      {kind}
    </Tag>
  );
}
