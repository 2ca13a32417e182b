import type { EnvironmentDetailRow } from '@mission-control/contract/environments/calls';
import { envKind, envKindTone } from '@mission-control/contract/environments/rules';
import { Link } from '../../../ui/link.tsx';
import { styled } from '../../../ui/styled.ts';
import { Tag } from '../../../ui/tag.tsx';
import { color, ellipsis, narrow } from '../../../ui/tokens.ts';

const Root = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& > a': ellipsis,
  '& > small': { fontSize: 12, fontWeight: 400, color: color.text3, whiteSpace: 'nowrap' },
  [narrow]: {
    flexWrap: 'wrap',
    gap: '2px 6px',
    padding: '6px 0',
    '& > a': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  },
});

/** The name, which leads to the tenants that live there; its kind; how many they are. */
export function EnvironmentCell({ row }: { row: EnvironmentDetailRow }) {
  const kind = envKind(row.environment_name);
  return (
    <Root>
      <Link href={`/tenant?environment=${row._id}`} title={row.environment_name}>
        {row.environment_name}
      </Link>
      {kind === 'unknown' ? null : (
        <Tag tone={envKindTone(kind)} lower>
          {kind}
        </Tag>
      )}
      <small title={`${counted(row.tenant_count, 'tenant')} on ${counted(row.server_count, 'server')}`}>
        {counted(row.tenant_count, 'tenant')}
      </small>
    </Root>
  );
}

function counted(number: number, word: string): string {
  return `${number.toLocaleString('en-GB')} ${word}${number === 1 ? '' : 's'}`;
}
