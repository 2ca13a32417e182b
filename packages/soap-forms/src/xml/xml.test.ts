import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLossy, decodeText } from './decode-text.ts';
import { readXml, readXmlInChunks, textOf, type XmlElement } from './read-xml.ts';
import { isWritable, writeXml, type OutElement } from './write-xml.ts';

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/).filter((one) => !/^xml/i.test(one));
const uri = fc.constantFrom(
  '',
  'urn:a',
  'urn:b&"<>',
  'constructor',
  'http://www.w3.org/2001/XMLSchema',
  'http://schemas.xmlsoap.org/soap/envelope/',
);
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('<', '&', '>', '"', "'", ']]>', '\r', '\n', '\t', ' '),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
    ),
  })
  .filter(isWritable);
const element: fc.Arbitrary<OutElement> = fc.letrec<{ node: OutElement }>((tie) => ({
  node: fc.record({
    uri,
    local: name,
    attributes: fc.uniqueArray(fc.record({ uri, local: name, value: fc.record({ text }) }), {
      maxLength: 3,
      selector: (one) => `${one.uri} ${one.local}`,
    }),
    children: fc.oneof(
      { depthSize: 'small' },
      fc.record({ text }).map((one): OutElement['children'] => (one.text === '' ? [] : [one])),
      fc.array(tie('node'), { maxLength: 3 }).map((some): OutElement['children'] => some),
    ),
  }),
})).node;

/** Converts a parsed element to the writer's form. */
const asRead = ({ uri: space, local, attributes, children }: XmlElement): object => ({
  uri: space,
  local,
  attributes: attributes.map((one) => ({ uri: one.uri, local: one.local, value: { text: one.value } })),
  children: joined(children).map((child) => (typeof child === 'string' ? { text: child } : asRead(child))),
});
function joined(children: XmlElement['children']): XmlElement['children'] {
  const all = children.every((child) => typeof child === 'string') ? [children.join('')] : children;
  return all.filter((child) => child !== '');
}

const asWritten = ({ attributes, children, ...rest }: XmlElement): OutElement => ({
  ...rest,
  attributes: attributes.map(({ value, ...named }) => ({ ...named, value: { text: value } })),
  children: children.map((child) => (typeof child === 'string' ? { text: child } : asWritten(child))),
});
/** The namespaces in scope of an element and each one in it. */
const scopesOf = (node: XmlElement | string | undefined): object[] =>
  typeof node === 'object' ? [Object.fromEntries(node.scope), ...node.children.flatMap(scopesOf)] : [];

describe('XML', () => {
  it('round-trips any names, namespaces, attributes and text', () => {
    fc.assert(
      fc.property(element, (root) => {
        expect(asRead(readXml(writeXml(root, { masked: false })))).toEqual(root);
      }),
      { numRuns: 500 },
    );
  });

  it('declares the scope of an element without changing any name', () => {
    const typed = [
      '<v xmlns="urn:v" xmlns:q="urn:q" t="q:Thing"><w xmlns="" xmlns:ns0="urn:w" a="ns0:x"><x/></w></v>',
      '<soap:v xmlns:soap="urn:v"><soap:w xmlns:soap="urn:w" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsd:a="1"/></soap:v>',
    ];
    for (const document of typed) {
      const inner = readXml(document);
      const envelope = { uri: 'http://schemas.xmlsoap.org/soap/envelope/', local: 'e', attributes: [] };
      const root = readXml(writeXml({ ...envelope, children: [asWritten(inner)] }, { masked: false }));
      expect(asRead(root)).toEqual({ ...envelope, children: [asRead(inner)] });
      expect(scopesOf(root.children[0])).toMatchObject(scopesOf(inner));
    }
  });

  it('rejects characters that XML 1.0 cannot represent', () => {
    for (const bad of ['\0', '\u0001', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud800', 'a\udc00'])
      expect(isWritable(bad)).toBe(false);
    for (const good of ['', '\t\r\n', '\u0085\u2028', '🏊', 'ü']) expect(isWritable(good)).toBe(true);
  });

  it('masks a secret only for display', () => {
    const secret = { text: 'swim&dive', secret: true };
    const root: OutElement = {
      uri: '',
      local: 'a',
      attributes: [{ uri: '', local: 'b', value: secret }],
      children: [secret],
    };
    expect(writeXml(root, { masked: true })).toContain('<a b="••••••••">••••••••</a>');
    expect(writeXml(root, { masked: false })).toContain('<a b="swim&amp;dive">swim&amp;dive</a>');
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "ha">]><a>&b;</a>', 'DOCTYPE'],
    ['an external entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'DOCTYPE'],
    ['an unknown entity', '<a>&nbsp;</a>', 'not well-formed XML'],
    ['200,000 levels', '<a>'.repeat(200_000), 'deeper than 100 levels'],
    ['too many nodes', `<a>${'<b/>'.repeat(200_001)}</a>`, 'more than 200,000 nodes'],
    [
      'too many namespaces',
      `<a ${Array.from({ length: 2_001 }, (_, at) => `xmlns:n${at}="u${at}"`).join(' ')}/>`,
      'namespaces',
    ],
    ['a prefix without a namespace', '<a:b/>', 'not well-formed XML'],
    ['no content', '', 'It is'],
    ['a missing end', '<a><b>', 'not well-formed XML'],
    ['two roots', '<a/><b/>', 'not well-formed XML'],
  ])('is rejected with %s', (_what, document, message) => {
    expect(() => readXml(document)).toThrow(message);
  });

  it('decodes a million numeric references while yielding to others', async () => {
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    const read = await readXmlInChunks(`<a>${'&#65;'.repeat(1_000_000)}</a>`);
    clearInterval(others);
    expect(textOf(read)).toHaveLength(1_000_000);
    expect(turns).toBeGreaterThan(20);
  });

  it('is parsed identically in chunks and at once, wherever a chunk ends', async () => {
    const document = `<a xmlns:b="u">${'<b:c d="ü&amp;">🏊 &#128513; <![CDATA[<]]></b:c>'.repeat(3_000)}</a>`;
    expect(await readXmlInChunks(document)).toEqual(readXml(document));
    await expect(readXmlInChunks(document.slice(0, -9))).rejects.toThrow('It is not well-formed XML');
  });

  it('throws only user-facing errors for any text', () => {
    const parts = fc.constantFrom(
      '<',
      '>',
      '/',
      '&',
      ';',
      '"',
      "'",
      '=',
      ' ',
      'a',
      'xmlns:a',
      '#',
      'x',
      ']]>',
      '<![CDATA[',
      '<!--',
      '<?',
      '?>',
      '!',
      'DOCTYPE',
      '\0',
      'ü',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (some) => {
        try {
          readXml(some.join(''));
        } catch (error) {
          expect((error as Error).message).toMatch(/^It /);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the encoding of a document', () => {
  it.each([
    ['its header', Buffer.from('<a>\xfc</a>', 'latin1'), 'text/xml; charset=ISO-8859-1'],
    ['its declaration', Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\xfc</a>', 'latin1'), 'text/xml'],
    ['its byte order mark', Buffer.from('\ufeff<a>ü</a>', 'utf16le'), 'text/xml; charset=utf-8'],
    ['nothing: then it is UTF-8', Buffer.from('<a>ü</a>'), ''],
  ])('is determined by %s', (_what, bytes, type) => {
    expect(readXml(decodeText(bytes, type)).children).toEqual(['ü']);
  });

  it('is rejected when the bytes are invalid or the encoding is unknown', () => {
    expect(() => decodeText(Buffer.from([0xfc, 0xff]), 'text/xml; charset=utf-8')).toThrow('not valid utf-8');
    expect(() => decodeText(Buffer.from('<a/>'), 'text/xml; charset=utf-7')).toThrow('encoding utf-7 is not supported');
    expect(decodeLossy(Buffer.from([0x61, 0xff]), 'text/xml; charset=x-other')).toBe('a\ufffd');
    for (const inherited of ['constructor', '__proto__', 'toString']) {
      expect(decodeLossy(Buffer.from('a'), `text/xml; charset=${inherited}`)).toBe('a');
      expect(() => decodeText(Buffer.from('<a/>'), `text/xml; charset=${inherited}`)).toThrow('is not supported');
    }
  });
});
