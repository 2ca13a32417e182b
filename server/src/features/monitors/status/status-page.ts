import { DAY_MS } from '../../../platform/clock.ts';
import { html, inlineStyle, joinHtml, type Html } from '../../../platform/http/html.ts';
import { minutesText } from '@mission-control/contract/windows/rules';
import { countText, numberText } from '@mission-control/contract/numbers';
import {
  INCIDENT_DAYS,
  SHOWN_DAYS,
  STATES,
  type Incident,
  type PublicService,
  type PublicStatus,
} from './read-status.ts';

const STYLE = inlineStyle(`
:root{color-scheme:light dark;--bg:#fff;--text:#17181c;--soft:#5c6068;--line:#dfe1e6;--good:#23804a;--warn:#946200;--bad:#b3261e;--none:#d5d8de}
@media (prefers-color-scheme:dark){:root{--bg:#0b0c0f;--text:#ededf0;--soft:#a2a6b0;--line:#2b2e36;--good:#63d18f;--warn:#f1bf55;--bad:#ff8a80;--none:#33363f}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:860px;margin:0 auto;padding:32px 16px 64px}
h1{font-size:24px;line-height:1.25;margin:0 0 4px}h2{font-size:17px;margin:40px 0 8px}h3{font-size:15px;margin:24px 0 0}
p{margin:0;color:var(--soft)}
.all{margin:24px 0;padding:16px;border:1px solid var(--line);border-left:4px solid;border-radius:8px;font-weight:600}
.up{color:var(--good)}.slow,.maintenance{color:var(--warn)}.down{color:var(--bad)}.unknown{color:var(--soft)}
ul{list-style:none;margin:0;padding:0}
li{padding:12px 0;border-bottom:1px solid var(--line)}
.row{display:flex;justify-content:space-between;gap:0 16px;flex-wrap:wrap}
.row b{font-weight:600}
.days{display:flex;gap:1px;height:24px;margin:8px 0 4px}
.days i{flex:1;border-radius:1px;background:var(--none)}
.days .g{background:var(--good)}.days .w{background:var(--warn)}.days .b{background:var(--bad)}
small{color:var(--soft)}
`);
/** Allows this style only, and no script. */
export const STATUS_CSP = `default-src 'none'; style-src ${STYLE.source}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const WORDS: Record<PublicService['state'], string> = {
  up: 'Available',
  slow: 'Slow',
  maintenance: 'Maintenance',
  unknown: 'Not checked yet',
  down: 'Unavailable',
};

/** The public page of an account. */
export function statusPage(name: string, { services, incidents }: PublicStatus, now: Date): string {
  const drawn = drawnOf(services);
  const tenants = Map.groupBy(drawn, ({ tenant }) => tenant);
  const days = daysUntil(now);
  return framed(
    name,
    html`<h1>Status of ${name}</h1>
      <p>As of ${timeText(now)}</p>
      <p class="all ${summaryState(services)}">${summaryText(services)}</p>
      <h2>Services</h2>
      ${drawn.length === services.length ? '' : html`<p>${leftOutText(drawn.length, services.length)}</p>`}
      ${joinHtml([...tenants].map(([tenant, ofTenant]) => tenantPart(tenant, ofTenant, days)))}
      <h2>Incidents of the last ${String(INCIDENT_DAYS)} days</h2>
      ${
        incidents.length === 0
          ? html`<p>None.</p>`
          : html`<ul>
              ${joinHtml(incidents.map((incident) => incidentItem(incident, now)))}
            </ul>`
      }`,
  ).text;
}

/** The page for an unknown or withdrawn path. */
export const noStatusPage = (): string => noticePage('There is no status page here', 'Ask for its current address.');

/** A page without a status. */
export const noticePage = (title: string, text: string): string =>
  framed(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>`,
  ).text;

const framed = (title: string, content: Html): Html =>
  html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title} - Status</title>
        ${STYLE.tag}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`;

const summaryState = (services: readonly PublicService[]): PublicService['state'] =>
  (['down', 'slow', 'maintenance'] as const).find((state) => services.some((one) => one.state === state)) ??
  (services.some(({ state }) => state === 'up') ? 'up' : 'unknown');

function summaryText(services: readonly PublicService[]): string {
  const down = services.filter(({ state }) => state === 'down').length;
  if (down > 0) return countText(down, 'service is unavailable', 'services are unavailable');
  const state = summaryState(services);
  if (state === 'slow') return 'Some services are slow';
  if (state === 'maintenance') return 'Some services are in maintenance';
  return state === 'up' ? 'All services are available' : 'No service has been checked yet';
}

/** Maximum services on a page: an account may have thousands, and anybody who knows the address can request it. */
const MAX_DRAWN = 400;

/** All services, or those that most need attention, in their original order. */
function drawnOf(services: readonly PublicService[]): readonly PublicService[] {
  if (services.length <= MAX_DRAWN) return services;
  const place = ({ state }: PublicService): number => STATES.indexOf(state);
  const worst = new Set(services.toSorted((one, other) => place(one) - place(other)).slice(0, MAX_DRAWN));
  return services.filter((service) => worst.has(service));
}

const leftOutText = (drawn: number, all: number): string =>
  `${drawn} of ${numberText(all)} services are shown: those that are unavailable, slow or in maintenance first.`;

/** The shown days, today last. */
function daysUntil(now: Date): readonly string[] {
  const today = Math.floor(now.getTime() / DAY_MS);
  return Array.from({ length: SHOWN_DAYS }, (_, index) => dayText(new Date((today - SHOWN_DAYS + 1 + index) * DAY_MS)));
}

function tenantPart(tenant: string, services: readonly PublicService[], days: readonly string[]): Html {
  return html`<section>
    <h3>${tenant}</h3>
    <ul>
      ${joinHtml(services.map((service) => serviceItem(service, days)))}
    </ul>
  </section>`;
}

function serviceItem({ service, state, uptime, days }: PublicService, names: readonly string[]): Html {
  const bars = days.map(
    (value, index) => html`<i class="${colour(value)}" title="${names[index] ?? ''}: ${percent(value)}"></i>`,
  );
  return html`<li>
    <div class="row"><b>${service}</b><span class="${state}">${WORDS[state]}</span></div>
    <div class="days" aria-hidden="true">${joinHtml(bars)}</div>
    <small>${percent(uptime)} in ${String(SHOWN_DAYS)} days</small>
  </li>`;
}

const colour = (value: number | null): string => (value === null ? '' : value >= 99.9 ? 'g' : value >= 98 ? 'w' : 'b');

/** Rounded down, so that 100% means no failure at all. */
const percent = (value: number | null): string =>
  value === null ? 'not checked' : `${(Math.floor(value * 100) / 100).toString()}% available`;

function incidentItem({ tenant, service, from, to }: Incident, now: Date): Html {
  const minutes = Math.max(1, Math.round(((to ?? now).getTime() - from.getTime()) / 60_000));
  return html`<li>
    <div class="row">
      <b>${tenant} ${service}</b
      ><span class="${to === null ? 'down' : 'unknown'}">${to === null ? 'Unavailable' : 'Resolved'}</span>
    </div>
    <small>${timeText(from)} to ${to === null ? 'now' : timeText(to)} (${minutesText(minutes)})</small>
  </li>`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayText = (at: Date): string => day.format(at);
const timeText = (at: Date): string => `${day.format(at)}, ${at.toISOString().slice(11, 16)} UTC`;
