import { envKindTone, type EnvKind } from '@mission-control/contract/environments/rules';
import { Tag } from '../../../ui/tag.tsx';

/** The kind that the name of an environment tells. */
export function EnvKindTag({ kind }: { kind: EnvKind }) {
  return (
    <Tag tone={envKindTone(kind)} lower>
      {kind}
    </Tag>
  );
}
