/** Every colour of the console: surfaces, text, accent, meanings. */
export const color = {
  bg: '#0b0c0f',
  surface: '#121417',
  raised: '#1b1d23',
  raisedHover: '#22252c',
  inset: '#08090b',
  tooltip: '#2a2d35',
  line: '#272a31',
  lineSoft: '#1d2026',
  lineStrong: '#3b4049',
  control: '#646b77',
  skeleton: '#1f2229',
  hover: 'rgba(203,213,255,.045)',
  press: 'rgba(203,213,255,.08)',
  scrim: 'rgba(4,5,7,.66)',
  text: '#ebedf0',
  text2: '#b1b6be',
  text3: '#9399a2',
  accent: '#9caafd',
  accentFill: '#5360de',
  accentFillHover: '#5866e3',
  accentText: '#c3ccff',
  accentTint: 'rgba(156,170,253,.12)',
  accentLine: 'rgba(156,170,253,.42)',
  onAccent: '#ffffff',
  avatar: '#343a78',
  onAvatar: '#dfe3ff',
  teal: '#7ce0cf',
  tealTint: 'rgba(82,213,203,.13)',
  badFill: '#b92f37',
  badFillHover: '#c5353e',
  onWarn: '#221a06',
  orange: '#fb9e58',
  orangeTint: 'rgba(251,158,88,.13)',
  yellow: '#f0d862',
  dot: '#3a3f49',
  addedText: '#c2ecd2',
  removedText: '#f4c9c8',
} as const;

/** The five meanings: full colour for icon and word, tint behind, line for a bordered box. */
export const meaningColor = {
  good: { main: '#63d18f', tint: 'rgba(99,209,143,.13)', line: 'rgba(99,209,143,.34)' },
  notice: { main: '#6bccf1', tint: 'rgba(107,204,241,.13)', line: 'rgba(107,204,241,.34)' },
  warn: { main: '#f1bf55', tint: 'rgba(241,191,85,.13)', line: 'rgba(241,191,85,.36)' },
  bad: { main: '#fe7873', tint: 'rgba(254,120,115,.13)', line: 'rgba(254,120,115,.38)' },
  off: { main: color.text3, tint: 'rgba(147,153,162,.13)', line: 'rgba(147,153,162,.30)' },
} as const;

export type Meaning = keyof typeof meaningColor;

/** Colours by their names in the documents. */
export const shadeColor = {
  green: meaningColor.good.main,
  white: color.text,
  orange: color.orange,
  red: meaningColor.bad.main,
  yellow: color.yellow,
  grey: color.control,
} as const;

export type Shade = keyof typeof shadeColor;

/** One hue per service, of equal lightness; the keys are the slugs of the catalogue. */
export const serviceColor = {
  coursepro: '#86c2ff',
  homeportal: '#ff9fa2',
  homeportal2: '#f9a779',
  coachportal: '#d8bb61',
  organisationportal: '#adcb77',
  schemeportal: '#7cd49f',
  parentportal: '#52d5cb',
  strive: '#cbacfc',
  insight: '#5bcef3',
  commsportal: '#f0a0d5',
} as const;

/** Series of a chart in their order: blue, cyan, violet, green, ochre, coral. */
export const chartColor = ['#86c2ff', '#5bcef3', '#cbacfc', '#7cd49f', '#d8bb61', '#f9a779'] as const;

/** The hue of a service by slug; a service without its own always gets the same chart colour. */
export function hueOf(slug: string): string {
  const hue = new Map<string, string>(Object.entries(serviceColor)).get(slug);
  const sum = [...slug].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return hue ?? chartColor[sum % chartColor.length] ?? color.text2;
}

export const radius = { small: 4, control: 6, card: 8, dialog: 12 } as const;

export const shadow = {
  menu: '0 12px 32px -8px rgba(0,0,0,.72), 0 2px 6px rgba(0,0,0,.4)',
  dialog: '0 32px 80px -16px rgba(0,0,0,.85), 0 8px 24px rgba(0,0,0,.45)',
  focus: `0 0 0 2px ${color.bg}, 0 0 0 4px ${color.accent}`,
} as const;

/** A surface in the browser's top layer, placed by its owner. */
export const popoverSurface = {
  position: 'fixed',
  inset: 'auto',
  margin: 0,
  overflowY: 'auto',
  background: color.raised,
  color: color.text,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.card,
  boxShadow: shadow.menu,
} as const;

/** A surface on the page, with a hairline. */
export const panelSurface = {
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
} as const;

export const font = {
  sans: '"Inter Variable", Inter, system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  mono: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
} as const;

/** Touch sizes, one column, drawer as a rail. */
export const narrow = '@media (max-width:700px)';
/** Touch input: below 16 px iOS zooms into an input. */
export const touch = '@media (pointer: coarse)';
/** From this width on, a side panel is beside the content instead of over it. */
export const wide = '@media (min-width:1280px)';
/** High contrast: the browser draws neither shadows nor backgrounds. */
export const forcedColors = '@media (forced-colors: active)';
export const prefersReducedMotion = '@media (prefers-reduced-motion: reduce)';

/** Mono text of keys, hosts, versions and hashes. */
export const monoText = {
  fontFamily: font.mono,
  fontSize: 12.5,
  letterSpacing: '-.02em',
  fontFeatureSettings: '"calt" 0, "zero" 0',
} as const;

export const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const;

/** For screen readers only. */
export const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
} as const;
