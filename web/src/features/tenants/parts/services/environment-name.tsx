import { envKind, envKindTone, type EnvKind } from '@mission-control/contract/environments/rules';
import { Tag } from '../../../../ui/display/tag.tsx';
import { monoText } from '../../../../ui/theme/tokens.ts';

const NOT_TOLD = 'The name of the environment tells no type: prod, dev, staging or qa';

/** The kind that the name of an environment tells. */
export function EnvKindTag({ kind }: { kind: EnvKind }) {
  return (
    <Tag tone={envKindTone(kind)} lower title={kind === 'unknown' ? NOT_TOLD : undefined}>
      {kind}
    </Tag>
  );
}

interface EnvironmentNameProps {
  id: number | null;
  names: ReadonlyMap<number, string>;
}

/** An environment by its name with the kind that it tells; a dash for none. */
export function EnvironmentName({ id, names }: EnvironmentNameProps) {
  if (id === null) return <span title="None chosen">–</span>;
  const name = names.get(id);
  if (name === undefined) return <span style={monoText}>#{id}</span>;
  const kind = envKind(name);
  return (
    <>
      <span style={monoText}>{name}</span>
      {kind === 'unknown' ? null : <EnvKindTag kind={kind} />}
    </>
  );
}
