/** Blue or green as the name of the group says; any other name without a colour (C-064). */
export type GroupHue = 'blue' | 'green' | 'neutral';

export function groupHue(name: string): GroupHue {
  const lower = name.toLowerCase();
  if (lower.includes('blue')) return 'blue';
  return lower.includes('green') ? 'green' : 'neutral';
}
