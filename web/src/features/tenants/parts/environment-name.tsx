import { envKind } from '@mission-control/contract/environments/rules';
import { monoText } from '../../../ui/tokens.ts';
import { EnvKindTag } from './env-kind-tag.tsx';

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
