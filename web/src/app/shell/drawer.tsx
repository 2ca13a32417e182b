import { styled } from '../../ui/theme/styled.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { Link } from '../../ui/action/link.tsx';
import { color, narrow, radius, visuallyHidden } from '../../ui/theme/tokens.ts';

export interface DrawerEntry {
  label: string;
  /** A path of @mdi/js. */
  icon: string;
  href: string;
  active: boolean;
}

const Root = styled('nav')({
  background: color.surface,
  borderRight: `1px solid ${color.line}`,
  '& ul': {
    position: 'sticky',
    top: 48,
    maxHeight: 'calc(100vh - 48px)',
    padding: 8,
    overflowY: 'auto',
    overflowX: 'hidden',
    scrollbarWidth: 'none',
  },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    height: 36,
    padding: '0 10px',
    marginBottom: 2,
    borderRadius: radius.control,
    color: color.text2,
    fontSize: 13,
    fontWeight: 500,
    whiteSpace: 'nowrap',
    position: 'relative',
  },
  '& a:hover': { background: color.hover },
  '& a svg': { opacity: 0.85 },
  '& a:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
  '& a[aria-current]': { background: color.accentTint, color: color.text },
  '& a[aria-current] svg': { color: color.accent, opacity: 1 },
  '& a[aria-current]::before': {
    content: '""',
    position: 'absolute',
    left: -8,
    top: 8,
    bottom: 8,
    width: 2,
    borderRadius: '0 2px 2px 0',
    background: color.accent,
  },
  [narrow]: {
    '& ul': { padding: '8px 5px 8px 6px' },
    '& a': { padding: 0, width: 36, height: 40, justifyContent: 'center' },
    '& a > span': visuallyHidden,
    '& a[aria-current]::before': { left: -6 },
  },
});

/** The places of the console; a rail of icons below 700 px. */
export function Drawer({ entries }: { entries: readonly DrawerEntry[] }) {
  return (
    <Root aria-label="Main">
      <ul>
        {entries.map(({ label, icon, href, active }) => (
          <li key={href}>
            <Link variant="plain" href={href} title={label} aria-current={active ? 'page' : undefined}>
              <Icon path={icon} size={18} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Root>
  );
}
