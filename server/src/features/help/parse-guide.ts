import type { GuideBlock, GuideInline, GuidePlainBlock, GuideSection } from '@mission-control/contract/help/schema';

/**
 * Parses the guide into data, so that no HTML is ever rendered. Supports only the Markdown that the guide uses; anything but a
 * heading, numbered step or picture is a paragraph.
 */
export function parseGuide(markdown: string): { title: string; sections: GuideSection[] } {
  const [head = '', ...parts] = markdown.split(/^## /m);
  const title = /^# (.+)$/m.exec(head)?.[1] ?? 'Guide';
  const intro = head.replace(/^# .+$/m, '').replace(/^\n+/, '');
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    return { id: anchorOf(heading), title: heading.trim(), blocks: blocksOf(lines.join('\n').replace(/^\n+/, '')) };
  });
  return {
    title,
    sections: [{ id: 'about-this-guide', title: 'About this guide', blocks: blocksOf(intro) }, ...sections],
  };
}

/** The anchor of a heading, as GitHub generates it. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const STEP = /^\d+\. /;

function blocksOf(text: string): GuideBlock[] {
  const blocks: GuideBlock[] = [];
  for (const chunk of text.split(/\n{2,}/).filter((one) => one.trim() !== '')) {
    const last = blocks.at(-1);
    // Indented blocks belong to the preceding step.
    if (/^ {2,}/.test(chunk) && last?.kind === 'steps') last.steps.at(-1)?.push(plainBlock(chunk));
    else if (STEP.test(chunk)) addSteps(blocks, chunk);
    else blocks.push(plainBlock(chunk));
  }
  return blocks;
}

/** Appends to the current list of steps, unless the numbering starts again at 1. */
function addSteps(blocks: GuideBlock[], chunk: string): void {
  const steps = chunk.split(/\n(?=\d+\. )/).map((one) => [plainBlock(one.replace(STEP, ''))]);
  const last = blocks.at(-1);
  if (last?.kind === 'steps' && !chunk.startsWith('1. ')) last.steps.push(...steps);
  else blocks.push({ kind: 'steps', steps });
}

function plainBlock(chunk: string): GuidePlainBlock {
  const text = chunk.replaceAll(/\s*\n\s*/g, ' ').trim();
  const [, alt = '', name] = /^!\[([^\]]*)\]\(guide\/([a-z][a-z-]*)\.webp\)$/.exec(text) ?? [];
  return name === undefined ? { kind: 'paragraph', line: inlinesOf(text) } : { kind: 'picture', name, alt };
}

const INLINE = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

function inlinesOf(text: string): GuideInline[] {
  const inlines: GuideInline[] = [];
  let at = 0;
  const plain = (to: number) => {
    if (to > at) inlines.push({ kind: 'text', text: text.slice(at, to) });
  };
  for (const match of text.matchAll(INLINE)) {
    const [whole, strong, code, words = '', href = ''] = match;
    plain(match.index);
    at = match.index + whole.length;
    if (strong !== undefined) inlines.push({ kind: 'strong', text: strong });
    else if (code !== undefined) inlines.push({ kind: 'code', text: code });
    // Only http(s) links; anything else stays plain text.
    else if (/^https?:\/\//.test(href)) inlines.push({ kind: 'link', text: words, href });
    else inlines.push({ kind: 'text', text: words });
  }
  plain(text.length);
  return inlines;
}
