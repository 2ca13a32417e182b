import { color, meaningColor } from './tokens.ts';

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
