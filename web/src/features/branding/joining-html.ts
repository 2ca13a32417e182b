import { cssColour, parseColour } from '@mission-control/contract/branding/colours';
import { escapeHtml, safeAddress } from '@mission-control/contract/branding/html';
import { DEFAULT_COLOURS } from '@mission-control/contract/branding/rules';
import type { Branding } from '@mission-control/contract/branding/schema';

export type Language = 'en' | 'cy';

interface JoiningPage {
  branding: Pick<Branding, 'colors' | 'logo_url' | 'en' | 'cy'>;
  language: Language;
  tenantName: string;
  /** Origin of the console, for relative addresses. */
  origin: string;
  /** `data:` URL of a logo that is not uploaded yet. */
  logo?: string | undefined;
}

/** Fixed texts of the page. */
const WORDS = {
  en: {
    title: 'Find a centre',
    search: 'Town or postcode',
    find: 'Search',
    choose: 'Choose',
    terms: 'Terms and conditions',
    privacy: 'Privacy policy',
    centres: ['Riverside Leisure Centre', 'Castle Park Pool', 'Northgate Sports Hall'],
  },
  cy: {
    title: 'Dod o hyd i ganolfan',
    search: 'Tref neu god post',
    find: 'Chwilio',
    choose: 'Dewis',
    terms: 'Telerau ac amodau',
    privacy: 'Polisi preifatrwydd',
    centres: ['Canolfan Hamdden Glan yr Afon', 'Pwll Parc y Castell', 'Neuadd Chwaraeon y Gogledd'],
  },
} as const;

/** The first page of online joining with these settings, for the sandboxed frame. All values are escaped, so nothing in it runs. */
export function joiningPageHtml({ branding, language, tenantName, origin, logo }: JoiningPage): string {
  const words = WORDS[language];
  const content = branding[language];
  const title = escapeHtml(content.find_a_center_title.trim() || words.title);
  const text = content.find_a_center_text.trim();
  const links = [
    { address: content.terms_link_external, label: words.terms },
    { address: content.privacy_policy_link_external, label: words.privacy },
  ].flatMap(({ address, label }) => link(address, label));
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Preview of online joining</title>` +
    `<style>${styleOf(branding.colors)}</style></head><body><header>${mark(branding.logo_url, origin, logo, tenantName)}</header>` +
    `<main><h1>${title}</h1>${text ? `<p class="text">${escapeHtml(text)}</p>` : ''}` +
    `<div class="search"><span>${words.search}</span><b class="primary">${words.find}</b></div><ul>` +
    `${words.centres.map((name) => `<li><span>${name}</span><b class="secondary">${words.choose}</b></li>`).join('')}</ul></main>` +
    `<footer>${escapeHtml(tenantName)}${links.length > 0 ? `<nav>${links.join('')}</nav>` : ''}</footer></body></html>`
  );
}

function mark(address: string, origin: string, logo: string | undefined, name: string): string {
  const source =
    logo === undefined
      ? safeAddress(/^\/(?!\/)/.test(address) ? `${origin}${address}` : address, /^https?:\/\//i)
      : safeAddress(logo, /^data:image\/[a-z+]+;base64,/);
  return source === null ? `<strong>${escapeHtml(name)}</strong>` : `<img src="${source}" alt="${escapeHtml(name)}">`;
}

/** Only http and https links; the preview does not open them. */
function link(address: string, label: string): string[] {
  const safe = safeAddress(address, /^https?:\/\//i);
  return safe === null
    ? []
    : [`<a href="${safe}" title="${safe}" target="_blank" rel="noopener noreferrer">${label}</a>`];
}

/** The rules of the standard theme (themes/online-joining.scss) that the sketch needs. */
function styleOf(colors: Branding['colors']): string {
  const primary = cssColour(colors.primary, DEFAULT_COLOURS.primary);
  const secondary = cssColour(colors.secondary, DEFAULT_COLOURS.secondary);
  const background = cssColour(colors.background, DEFAULT_COLOURS.background);
  const on = (colour: string) => `background:${colour};color:${textOn(colour)}`;
  return (
    '*{box-sizing:border-box;margin:0}body{font:15px/1.5 Arial,Helvetica,sans-serif;min-height:100vh;' +
    `display:flex;flex-direction:column;${on(background)}}` +
    `header{${on(primary)};padding:16px 24px}header img{display:block;max-height:48px;max-width:60%}` +
    'header strong{font-size:20px}main{flex:1;width:100%;max-width:640px;margin:0 auto;padding:32px 24px}' +
    `h1{font-size:26px;line-height:1.25;overflow-wrap:anywhere;border-bottom:3px solid ${secondary};padding-bottom:8px}` +
    '.text{margin-top:12px;white-space:pre-line;overflow-wrap:anywhere}' +
    '.search{display:flex;gap:8px;margin-top:20px}' +
    '.search span{flex:1;padding:9px 12px;background:white;border:1px solid #767676;border-radius:6px;color:#595959}' +
    'b{font-size:14px;border-radius:6px;padding:10px 18px}' +
    `.primary{${on(primary)}}.secondary{${on(secondary)}}` +
    'ul{list-style:none;padding:0;margin-top:20px;display:grid;gap:10px}' +
    'li{display:flex;align-items:center;justify-content:space-between;gap:12px;background:white;color:#1a202c;padding:8px 8px 8px 16px;border-radius:6px}' +
    'footer{display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:space-between;padding:16px 24px;font-size:13px}' +
    `footer nav{display:flex;flex-wrap:wrap;gap:4px 16px}footer a{color:${primary}}`
  );
}

/** Dark text on light colours, else white; by HSL lightness, as in the theme. */
function textOn(colour: string): string {
  const { red = 0, green = 0, blue = 0 } = parseColour(colour) ?? {};
  const lightness = (Math.max(red, green, blue) + Math.min(red, green, blue)) / 510;
  return lightness > 0.6 ? '#1a202c' : '#ffffff';
}
