import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailFooterHtml, emailHeaderHtml, emailPreviewHtml } from './email-html.ts';
import { safeHtml } from './html.ts';
import { DEFAULT_EMAIL } from './rules.ts';
import type { EmailSettings } from './schema.ts';

const place = { origin: 'https://console.example' };
const withHeader = (header: Partial<EmailSettings['header']>): EmailSettings => ({
  ...DEFAULT_EMAIL,
  header: { ...DEFAULT_EMAIL.header, ...header },
});

/** The only markup an e-mail may contain: known elements with known attributes in double quotes. */
const TAG =
  /<\/?(?:table|tr|td|h[1-3]|p|img|a|b|br|div|em|hr|i|li|ol|small|span|strong|u|ul|html|head|meta|title|body)(?: (?:role|align|width|height|cellpadding|cellspacing|border|bgcolor|style|src|alt|href|target|rel|lang|charset)="[^"<>]*")*>/g;
const STYLE = /style="([^"]*)"/g;

function expectHarmless(html: string): void {
  const rest = html.replace('<!doctype html>', '').replaceAll(TAG, '');
  expect(rest).not.toMatch(/[<>"']/);
  for (const [, style] of html.matchAll(STYLE)) expect(style).not.toMatch(/url|expression|[<>\\@{}]/i);
  for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g))
    expect(address).toMatch(/^(https?:|mailto:|tel:|data:image\/)/i);
}

const nasty = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '`',
        '&',
        '/',
        '=',
        ' ',
        '\n',
        '<script>',
        '</script>',
        '<img src=x onerror=alert(1)>',
        '<a href="',
        'java' + 'script:',
        'java\tscript:',
        '&#106;avascript:',
        '<svg/onload=alert(1)>',
        '<!--',
        '-->',
        '<style>',
        '</td>',
        '</table>',
        '<p',
        '<b>',
        '</b>',
        '<iframe srcdoc=',
        'https://x.example/',
        'red;',
        '}',
        '<a href=https://x.example>',
        "<A HREF='mailto:a@b.example'>",
        '<plaintext>',
        'url(x)',
        '<scr<script>ipt>',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

const anySettings: fc.Arbitrary<EmailSettings> = fc.record({
  containerBackgroundColor: nasty,
  contentBackgroundColor: nasty,
  contentTextColor: nasty,
  header: fc.record({
    logoUrl: nasty,
    logoPosition: fc.constantFrom('flex-start', 'center', 'flex-end'),
    backgroundColor: nasty,
    headingText: nasty,
    subheadingText: nasty,
    headingTextColor: nasty,
    subheadingTextColor: nasty,
  }),
  footer: fc.record({ backgroundColor: nasty, textColor: nasty, content: nasty }),
});

describe('the HTML of an e-mail', () => {
  it('never contains active content, whatever the settings', () => {
    fc.assert(
      fc.property(anySettings, nasty, (settings, logo) => {
        expectHarmless(emailHeaderHtml(settings, place));
        expectHarmless(emailFooterHtml(settings));
        expectHarmless(emailPreviewHtml(settings, { ...place, logo }));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is at most 600 pixels wide, its logo at most 150 [EML-14, EML-15]', () => {
    const html = emailHeaderHtml(withHeader({ logoUrl: '/files/logos/a.png' }), place);
    expect(html).toContain('max-width:600px');
    expect(html).toContain('max-width:150px');
    expect(html).toContain('src="https://console.example/files/logos/a.png"');
    expect(emailFooterHtml(DEFAULT_EMAIL)).toContain('max-width:600px');
  });

  it.each([
    ['flex-start', 'left'],
    ['center', 'center'],
    ['flex-end', 'right'],
  ] as const)('aligns the logo to %s [EML-16]', (logoPosition, align) => {
    const html = emailHeaderHtml(withHeader({ logoUrl: 'https://x.example/l.png', logoPosition }), place);
    expect(html).toContain(`align="${align}" style="padding:24px 24px 0;text-align:${align};"`);
  });

  it('falls back to the defaults for invalid colours [EML-13]', () => {
    const html = emailHeaderHtml(withHeader({ backgroundColor: 'red;}', headingText: 'A & B' }), place);
    expect(html).toContain('bgcolor="#4299e1"');
    expect(html).toContain('A &amp; B');
  });
});

describe('HTML entered by users', () => {
  it.each([
    ['<p>Call <b>us</b></p>', '<p style="margin:0 0 12px;">Call <b>us</b></p>'],
    [
      '<a href="https://x.example/?a=1&amp;b=2" onclick="x()">x</a>',
      '<a href="https://x.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer" style="color:inherit;text-decoration:underline;">x</a>',
    ],
    ...[
      '<a title="href=https://evil.example" HREF = https://x.example>x</a>',
      "<a data-href='https://evil.example'href='https://x.example' href=https://evil.example>x</a>",
      '<a x=/ "href=https://evil.example" href="https://x.example"target>x</a>',
    ].map((typed) => [
      typed,
      '<a href="https://x.example" target="_blank" rel="noopener noreferrer" style="color:inherit;text-decoration:underline;">x</a>',
    ]),
    ['<a title="href=https://evil.example">x</a>', '<a style="color:inherit;text-decoration:underline;">x</a>'],
    ['<a href="javascript:alert(1)">x</a>', '<a style="color:inherit;text-decoration:underline;">x</a>'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<script>alert(1)', ''],
    ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['&copy; 2026 &amp; more', '&copy; 2026 &amp; more'],
    ['<b>open', '<b>open</b>'],
    ['</td></table>out', 'out'],
    ['<b><i>x</b>y</i>', '<b><i>x</i></b>y'],
    ['<br/>', '<br>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['a<!-- b -->c', 'ac'],
    ['{{name}}', '{{name}}'],
  ])('%s', (typed, expected) => expect(safeHtml(typed)).toBe(expected));

  const BEGINNINGS = [
    '<a ',
    '<a "',
    "<p='",
    '<a \'"',
    '<script',
    '<svg>',
    '<!--',
    '&#',
    '</',
    '<b>',
    '</b>',
    '<a href=',
    '</script ',
    '<',
  ];
  const expectLinear = (typed: string): void => {
    let looked = 0;
    expect(safeHtml(typed, (characters) => void (looked += characters))).not.toContain('<script');
    expect(looked).toBeLessThanOrEqual(1.5 * typed.length + 10);
  };

  it.each(BEGINNINGS)('reads text that repeats only %j in a single pass', (piece) => {
    for (const last of ['', '>', '"', "'>"]) expectLinear(piece.repeat(10_000 / piece.length) + last);
  });

  it('reads arbitrary input in a single pass', () => {
    const typed = fc.array(fc.oneof(nasty, fc.constantFrom(...BEGINNINGS)), { maxLength: 50 });
    fc.assert(
      fc.property(typed, (parts) => expectLinear(parts.join(''))),
      { numRuns: 500 },
    );
  });
});
