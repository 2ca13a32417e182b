import { useLocation } from '@tanstack/react-router';
import { Link } from '../../../ui/link.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, narrow, radius } from '../../../ui/tokens.ts';

const TOOLS = [
  { label: 'Create Release', path: '/tools/create-release' },
  { label: 'Deploy Release', path: '/tools/deploy-release' },
] as const;

const Root = styled('nav')({
  display: 'inline-flex',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.control,
  background: color.inset,
  padding: 1,
  '& a': {
    display: 'grid',
    placeItems: 'center',
    padding: '0 10px',
    height: 28,
    borderRadius: 5,
    fontSize: 12.5,
    fontWeight: 500,
    color: color.text2,
    whiteSpace: 'nowrap',
    '&:hover': { color: color.text },
    '&[aria-current]': {
      background: color.raised,
      color: color.text,
      boxShadow: `inset 0 0 0 1px ${color.lineStrong}`,
    },
    '&:focus-visible': { boxShadow: `0 0 0 2px ${color.accent}` },
    [narrow]: { height: 36 },
  },
});

/** The links between the two release tools; the app goes along [REL-01]. */
export function ToolSwitch({ app }: { app: string }) {
  const here = useLocation({ select: (location) => location.pathname });
  const search = app === '' ? '' : `?app=${encodeURIComponent(app)}`;
  return (
    <Root aria-label="Release tools">
      {TOOLS.map(({ label, path }) => (
        <Link key={path} variant="plain" href={path + search} aria-current={here === path ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </Root>
  );
}
