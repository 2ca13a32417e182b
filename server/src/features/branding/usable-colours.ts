import { cssColour, parseColour } from '@mission-control/contract/branding/colours';
import { DEFAULT_COLOURS } from '@mission-control/contract/branding/rules';
import type { BrandColours } from '@mission-control/contract/branding/schema';

/** Colours that any style sheet understands. What was saved and is no CSS colour becomes its default, and a warning says so. */
export function usableColours(saved: BrandColours): { colours: BrandColours; warnings: string[] } {
  const warnings: string[] = [];
  const usable = (name: keyof BrandColours): string => {
    const fallback = DEFAULT_COLOURS[name];
    if (parseColour(saved[name]) === null)
      warnings.push(`The ${name} colour '${saved[name]}' is no CSS colour: the default ${fallback} was used.`);
    return cssColour(saved[name], fallback);
  };
  return {
    colours: { primary: usable('primary'), secondary: usable('secondary'), background: usable('background') },
    warnings,
  };
}
