import { cssColour } from '@mission-control/contract/branding/colours';
import { escapeHtml, safeAddress } from '@mission-control/contract/branding/html';
import { DEFAULT_COLOURS } from '@mission-control/contract/branding/rules';
import type { Branding } from '@mission-control/contract/branding/schema';

export type Language = 'en' | 'cy';

interface JoiningPage {
  branding: Pick<Branding, 'colors' | 'logo_url' | 'en' | 'cy'>;
  language: Language;
  tenantName: string;
  /** Address of the console, for its own files. */
  origin: string;
  /** A logo that is not uploaded yet, as a `data:` address. */
  logo?: string | undefined;
}

/** What the page says by itself. */
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

/** The first page of online joining as these settings draw it, for the sandboxed frame. Texts are texts, colours are colours: nothing in it runs. */
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

/** A link where it leads to the web, which the preview does not open. */
function link(address: string, label: string): string[] {
  const safe = safeAddress(address, /^https?:\/\//i);
  return safe === null
    ? []
    : [`<a href="${safe}" title="${safe}" target="_blank" rel="noopener noreferrer">${label}</a>`];
}

function styleOf(colors: Branding['colors']): string {
  const primary = cssColour(colors.primary, DEFAULT_COLOURS.primary);
  const secondary = cssColour(colors.secondary, DEFAULT_COLOURS.secondary);
  const background = cssColour(colors.background, DEFAULT_COLOURS.background);
  return (
    '*{box-sizing:border-box;margin:0}body{font:15px/1.5 Arial,Helvetica,sans-serif;color:#222;min-height:100vh;' +
    `display:flex;flex-direction:column;background:${background}}` +
    `header{background:white;border-bottom:4px solid ${primary};padding:16px 24px}header img{display:block;max-height:56px;max-width:60%}` +
    'header strong{font-size:20px}main{flex:1;width:100%;max-width:640px;margin:0 auto;padding:32px 24px}' +
    'h1{font-size:26px;line-height:1.25;overflow-wrap:anywhere}.text{margin-top:8px;white-space:pre-line;overflow-wrap:anywhere}' +
    '.search{display:flex;margin-top:20px;background:white;border:1px solid #8a8a8a;border-radius:4px;overflow:hidden}' +
    '.search span{flex:1;padding:10px 12px;color:#5c5c5c}b{font-size:14px;color:white;padding:11px 18px}' +
    `.primary{background:${primary}}.secondary{background:${secondary};border-radius:4px;padding:7px 16px}` +
    'ul{list-style:none;padding:0;margin-top:20px;display:grid;gap:10px}' +
    'li{display:flex;align-items:center;justify-content:space-between;gap:12px;background:white;padding:12px 16px;border-radius:4px}' +
    'footer{display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:space-between;padding:16px 24px;background:white;font-size:13px}' +
    `footer nav{display:flex;flex-wrap:wrap;gap:4px 16px}footer a{color:${primary}}`
  );
}
