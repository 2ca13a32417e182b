import { createTheme } from '@mui/material/styles';
import { toastRoom } from '../toast/toast-room.ts';
import { chartColor, color, font, meaningColor, narrow, radius, serviceColor, shadow } from './tokens.ts';

/** The documents' names of colours, as the console draws them. */
export const shadeColor = {
  green: meaningColor.good.main,
  white: color.text,
  orange: color.orange,
  red: meaningColor.bad.main,
  yellow: color.yellow,
  grey: color.control,
} as const;

export type Shade = keyof typeof shadeColor;

interface OwnPalette {
  surface: { inset: string; raised: string; tooltip: string };
  line: { soft: string; strong: string; control: string };
  service: typeof serviceColor;
  chart: typeof chartColor;
}

declare module '@mui/material/styles' {
  interface Palette extends OwnPalette {}
  interface PaletteOptions extends Partial<OwnPalette> {}
  interface TypeText {
    hint: string;
  }
}

/** Distance of a dialog from the top of a wide screen. */
const UPPER = 'clamp(16px, 11vh, 112px)';

const meaning = (key: keyof typeof meaningColor) => ({ main: meaningColor[key].main, contrastText: color.bg });

/** The one theme: dark, near-black page, two raised surfaces, one accent, five meanings. */
export const theme = createTheme({
  palette: {
    mode: 'dark',
    background: { default: color.bg, paper: color.surface },
    primary: { main: color.accentFill, light: color.accent, dark: color.accentFillHover, contrastText: color.onAccent },
    success: meaning('good'),
    info: meaning('notice'),
    warning: meaning('warn'),
    error: meaning('bad'),
    text: { primary: color.text, secondary: color.text2, disabled: color.text3, hint: color.text3 },
    divider: color.line,
    action: { hover: color.hover, selected: color.accentTint, disabled: color.text3 },
    surface: { inset: color.inset, raised: color.raised, tooltip: color.tooltip },
    line: { soft: color.lineSoft, strong: color.lineStrong, control: color.control },
    service: serviceColor,
    chart: chartColor,
  },
  shape: { borderRadius: radius.control },
  spacing: 8,
  breakpoints: { values: { xs: 0, sm: 701, md: 960, lg: 1280, xl: 1600 } },
  transitions: {
    duration: {
      shortest: 80,
      shorter: 100,
      short: 120,
      standard: 120,
      complex: 120,
      enteringScreen: 120,
      leavingScreen: 100,
    },
  },
  typography: {
    fontFamily: font.sans,
    fontSize: 14,
    body1: { fontSize: 14, lineHeight: '20px' },
    body2: { fontSize: 13, lineHeight: '20px' },
    caption: { fontSize: 12, lineHeight: '16px', letterSpacing: 0 },
    h1: { fontSize: 20, lineHeight: '28px', fontWeight: 620, letterSpacing: '-.018em' },
    h2: { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.008em' },
    h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.008em' },
    button: { textTransform: 'none', fontSize: 13, fontWeight: 520, letterSpacing: 0 },
  },
  components: {
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none', boxShadow: 'none' } } },
    MuiDialog: {
      styleOverrides: {
        // In the upper part and above the toasts, which would cover its buttons; it moves for them only when it lacks the room.
        container: { alignItems: 'flex-start', paddingBottom: toastRoom },
        paper: {
          backgroundColor: color.raised,
          border: `1px solid ${color.lineStrong}`,
          borderRadius: radius.dialog,
          boxShadow: shadow.dialog,
          margin: `${UPPER} 16px 16px`,
          width: 'calc(100% - 32px)',
          maxHeight: `calc(100% - 16px - ${UPPER})`,
          [narrow]: { marginTop: 16, maxHeight: 'calc(100% - 32px)' },
        },
      },
    },
    MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: color.scrim } } } },
  },
});
