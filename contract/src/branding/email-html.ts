import { solidColour } from './colours.ts';
import { escapeHtml, safeAddress, safeHtml } from './html.ts';
import { DEFAULT_EMAIL, EMAIL_LOGO_WIDTH, EMAIL_WIDTH } from './rules.ts';
import type { EmailSettings } from './schema.ts';

type Header = EmailSettings['header'];

/** Where an e-mail is rendered. */
export interface EmailPlace {
  /** Origin of the console, e.g. `https://console.example`: images in e-mails need absolute URLs. */
  origin: string;
  /** A logo not uploaded yet, as a `data:` URL; for the preview only. */
  logo?: string | undefined;
}

const ALIGN = { 'flex-start': 'left', center: 'center', 'flex-end': 'right' } as const;
const FONT = 'font-family:Arial,Helvetica,sans-serif;';

/** A table as wide as the e-mail: the only layout that all e-mail clients support. */
function table(background: string, rows: string): string {
  return (
    `<table role="presentation" align="center" width="${EMAIL_WIDTH}" cellpadding="0" cellspacing="0" border="0" ` +
    `bgcolor="${background}" style="width:100%;max-width:${EMAIL_WIDTH}px;margin:0 auto;border-collapse:collapse;background-color:${background};">` +
    `${rows}</table>`
  );
}

/** The e-mail header to copy [EML-05, EML-14, EML-15]. Contains no active content, whatever the settings. */
export function emailHeaderHtml({ header }: EmailSettings, place: EmailPlace): string {
  const standard = DEFAULT_EMAIL.header;
  const rows = [
    logoRow(header, place),
    textRow('h1', header.headingText, 24, solidColour(header.headingTextColor, standard.headingTextColor)),
    textRow('p', header.subheadingText, 16, solidColour(header.subheadingTextColor, standard.subheadingTextColor)),
  ].join('');
  const spacer = '<tr><td height="24" style="height:24px;font-size:0;line-height:0;">&nbsp;</td></tr>';
  return table(solidColour(header.backgroundColor, standard.backgroundColor), `${rows}${spacer}`);
}

/** The e-mail footer to copy [EML-06], sanitized by `safeHtml`. */
export function emailFooterHtml({ footer }: EmailSettings): string {
  const colour = solidColour(footer.textColor, DEFAULT_EMAIL.footer.textColor);
  const content = safeHtml(footer.content);
  return table(
    solidColour(footer.backgroundColor, DEFAULT_EMAIL.footer.backgroundColor),
    `<tr><td align="center" style="padding:24px;${FONT}font-size:13px;line-height:20px;color:${colour};">${content}</td></tr>`,
  );
}

/** A complete e-mail with sample text, for the sandboxed preview frame [EML-04]. */
export function emailPreviewHtml(settings: EmailSettings, place: EmailPlace): string {
  const container = solidColour(settings.containerBackgroundColor, DEFAULT_EMAIL.containerBackgroundColor);
  const background = solidColour(settings.contentBackgroundColor, DEFAULT_EMAIL.contentBackgroundColor);
  const colour = solidColour(settings.contentTextColor, DEFAULT_EMAIL.contentTextColor);
  const text = `<tr><td style="padding:24px;${FONT}font-size:15px;line-height:24px;color:${colour};">${SAMPLE}</td></tr>`;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview of the e-mail</title></head>' +
    `<body style="margin:0;padding:24px 12px;background-color:${container};">` +
    `${emailHeaderHtml(settings, place)}${table(background, text)}${emailFooterHtml(settings)}</body></html>`
  );
}

const SAMPLE =
  '<p style="margin:0 0 12px;">Hello Sam,</p>' +
  '<p style="margin:0 0 12px;">Your place on the course is booked. We look forward to seeing you on Saturday at 10:00.</p>' +
  '<p style="margin:0;">See you soon!</p>';

function logoRow({ logoUrl, logoPosition, headingText }: Header, { origin, logo }: EmailPlace): string {
  const source =
    logo === undefined ? pictureAddress(logoUrl, origin) : safeAddress(logo, /^data:image\/[a-z+]+;base64,/);
  if (source === null) return '';
  const align = ALIGN[logoPosition];
  // Outlook reads the attribute, other clients the style.
  const style = `display:inline-block;width:auto;height:auto;max-width:${EMAIL_LOGO_WIDTH}px;border:0;`;
  const image = `<img src="${source}" width="${EMAIL_LOGO_WIDTH}" alt="${escapeHtml(headingText || 'Logo')}" style="${style}">`;
  return `<tr><td align="${align}" style="padding:24px 24px 0;text-align:${align};">${image}</td></tr>`;
}

/** Accepts web images and the console's own files. */
function pictureAddress(address: string, origin: string): string | null {
  const whole = /^\/(?!\/)/.test(address) ? `${origin}${address}` : address;
  return safeAddress(whole, /^https?:\/\//i);
}

function textRow(element: 'h1' | 'p', text: string, size: number, colour: string): string {
  if (text.trim() === '') return '';
  const style = `margin:0;${FONT}font-size:${size}px;line-height:${Math.round(size * 1.4)}px;color:${colour};`;
  return `<tr><td align="center" style="padding:16px 24px 0;"><${element} style="${style}">${escapeHtml(text)}</${element}></td></tr>`;
}
