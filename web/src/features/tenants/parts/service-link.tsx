import { mdiOpenInNew } from '@mdi/js';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { monoText } from '../../../ui/tokens.ts';

/** The site of a service, by its host; opens in a tab of its own. */
export function ServiceLink({ url }: { url: string | null }) {
  if (url === null) return <span>No domain</span>;
  return (
    <Link
      variant="plain"
      href={url}
      target="_blank"
      title={url}
      style={{ ...monoText, fontSize: 12, display: 'inline-flex', alignItems: 'center', gap: 4, minWidth: 0 }}
    >
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
      </span>
      <Icon path={mdiOpenInNew} size={12} label="opens in a new tab" />
    </Link>
  );
}
