import { numberText } from '@mission-control/contract/numbers';
import { useLayoutEffect, useRef } from 'react';
import { Link } from '../action/link.tsx';
import { Count } from '../display/mono.tsx';
import { scrollSideways, styled } from '../theme/styled.ts';
import { color, radius } from '../theme/tokens.ts';

interface Tab {
  id: string;
  label: string;
  href: string;
  count?: number | undefined;
}

interface TabBarProps {
  label: string;
  tabs: readonly Tab[];
  /** The id of the open tab. */
  active: string;
}

const Bar = styled('nav')({
  position: 'relative',
  display: 'flex',
  flexShrink: 0,
  gap: 24,
  borderBottom: `1px solid ${color.line}`,
  marginTop: -4,
  ...scrollSideways({ sticky: false }),
  overflowY: 'hidden',
  scrollbarWidth: 'none',
  '& a': {
    height: 38,
    paddingBottom: 2,
    fontSize: 13,
    fontWeight: 500,
    color: color.text2,
    position: 'relative',
    display: 'flex',
    gap: 6,
    alignItems: 'center',
    whiteSpace: 'nowrap',
    borderRadius: radius.small,
  },
  '& a:hover, & a[aria-current]': { color: color.text },
  '& a[aria-current]': { boxShadow: `inset 0 -2px 0 ${color.accent}`, borderRadius: 0 },
  '& a:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
});

/** Tabs as links, because the open tab is part of the address. */
export function TabBar({ label, tabs, active }: TabBarProps) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const show = () => showOpenTab(bar.current);
    show();
    // Rotating a phone changes the bar's width.
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [active]);
  return (
    <Bar ref={bar} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.id} variant="plain" href={tab.href} aria-current={tab.id === active ? 'page' : undefined}>
          {tab.label}
          {tab.count === undefined ? null : <Count>{numberText(tab.count)}</Count>}
        </Link>
      ))}
    </Bar>
  );
}

/** Scrolls the open tab into view on a narrow screen. */
function showOpenTab(bar: HTMLElement | null): void {
  const tab = bar?.querySelector<HTMLElement>('[aria-current]');
  if (!bar || !tab) return;
  const end = tab.offsetLeft + tab.offsetWidth;
  if (tab.offsetLeft < bar.scrollLeft || end > bar.scrollLeft + bar.clientWidth) bar.scrollLeft = end - bar.clientWidth;
}
