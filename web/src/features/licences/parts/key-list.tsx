import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, monoText } from '../../../ui/tokens.ts';
import { licenceKeysQuery } from '../queries.ts';

/** As high as it needs to be, in a page that is higher. */
const Place = styled('div')({ alignSelf: 'start', width: '100%' });
const Keys = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 32, flexWrap: 'wrap' },
  '& code': { ...monoText, fontSize: 12 },
  '& span': { flex: 1, fontSize: 13, color: color.text2 },
});

/** The public keys, for whoever sets up an installation that checks licences. */
export function KeyList() {
  const { data, error } = useQuery(licenceKeysQuery);
  return (
    <Place>
      <Card title="Keys" subtitle={<span>An installation checks licences with the public key.</span>}>
        {error ? <p>{error.messages.join(' ')}</p> : null}
        <Keys>
          {data?.keys.map(({ id, public_key, signs }) => (
            <li key={id}>
              <code>{id}</code>
              <span>{signs ? 'Signs what is exported' : 'Proves older licences'}</span>
              <CopyButton text={public_key} label={`Copy public key ${id}`} />
            </li>
          ))}
        </Keys>
      </Card>
    </Place>
  );
}
