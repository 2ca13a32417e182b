import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prettyXml } from './pretty-xml.ts';

it('puts each tag on its own line, and keeps text on the line of its tags', () => {
  const text =
    '<?xml version="1.0"?><a:Envelope xmlns:a="u>v"><a:Body><m x=\'1\'><id>7</id><none/><empty></empty><t><![CDATA[<b>]]></t></m></a:Body></a:Envelope>';
  expect(prettyXml(text)).toBe(
    [
      '<?xml version="1.0"?>',
      '<a:Envelope xmlns:a="u>v">',
      '  <a:Body>',
      "    <m x='1'>",
      '      <id>7</id>',
      '      <none/>',
      '      <empty></empty>',
      '      <t><![CDATA[<b>]]></t>',
      '    </m>',
      '  </a:Body>',
      '</a:Envelope>',
    ].join('\n'),
  );
});

it.each([
  '',
  'Service Unavailable',
  '{"a":1}',
  '<a><b',
  '<a x="',
  '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
  '<!-- ',
  '</a',
])('leaves %j as it is', (text) => expect(prettyXml(text)).toBe(text));

it('changes only white space, for any text', () => {
  const piece = fc.constantFrom(
    '<a>',
    '</a>',
    '<b/>',
    'text',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '"',
    "'",
    '>',
    '<',
    '&lt;',
    '\n',
    ' ',
    'é',
  );
  const bare = (text: string) => text.replaceAll(/\s/g, '');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      expect(bare(prettyXml(text))).toBe(bare(text));
    }),
  );
});

it('formats deep and malformed text quickly', () => {
  const deep = '<a>'.repeat(50_000) + '</a>'.repeat(50_000);
  expect(prettyXml(deep).split('\n')).toHaveLength(99_999);
  const broken = '<!--'.repeat(250_000);
  expect(prettyXml(broken)).toBe(broken);
  const long = `<a>${'x'.repeat(1_000_000)}</a>`;
  expect(prettyXml(long)).toBe(long);
});
