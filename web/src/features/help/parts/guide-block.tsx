import { getGuidePicture } from '@mission-control/contract/help/calls';
import type { GuideBlock as Block, GuideInline, GuidePlainBlock } from '@mission-control/contract/help/schema';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api/query.ts';
import { Link } from '../../../ui/action/link.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText, radius } from '../../../ui/theme/tokens.ts';

const Steps = styled('ol')({
  listStyle: 'decimal',
  paddingLeft: 22,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& > li::marker': { color: color.text3, fontVariantNumeric: 'tabular-nums' },
});
const Picture = styled('img')({
  display: 'block',
  width: '100%',
  maxWidth: 860,
  aspectRatio: '1440 / 900',
  objectFit: 'cover',
  objectPosition: 'top',
  margin: '6px 0',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
});
const Code = styled('code')({
  ...monoText,
  padding: '1px 5px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  background: color.inset,
});

/** A part of the guide, made of elements: nothing in it is taken for HTML. */
export function GuideBlock({ block }: { block: Block }) {
  if (block.kind !== 'steps') return <PlainBlock block={block} />;
  return (
    <Steps>
      {block.steps.map((step, at) => (
        // The steps of the guide never change their places.
        <li key={at}>
          {step.map((part, place) => (
            <PlainBlock key={place} block={part} />
          ))}
        </li>
      ))}
    </Steps>
  );
}

function PlainBlock({ block }: { block: GuidePlainBlock }) {
  if (block.kind === 'picture') return <GuidePicture name={block.name} alt={block.alt} />;
  return (
    <p>
      {block.line.map((inline, at) => (
        <Inline key={at} inline={inline} />
      ))}
    </p>
  );
}

function Inline({ inline }: { inline: GuideInline }) {
  switch (inline.kind) {
    case 'strong':
      return <strong>{inline.text}</strong>;
    case 'code':
      return <Code>{inline.text}</Code>;
    case 'link':
      return <Link href={inline.href}>{inline.text}</Link>;
    case 'text':
      return inline.text;
  }
}

function GuidePicture({ name, alt }: { name: string; alt: string }) {
  const { data, error } = useQuery(queryOf(getGuidePicture, { params: { name } }));
  if (error) return <p>The picture could not be read: {alt}</p>;
  if (!data) return <Skeleton width="100%" height={420} aria-label={alt} role="img" />;
  return <Picture src={data.data} alt={alt} />;
}
