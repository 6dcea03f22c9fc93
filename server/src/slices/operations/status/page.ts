import type { Language, NetworkStatus, StatusEntry } from '@stationmaster/contract'
import { writing } from '@stationmaster/units'
import { fill, texts } from '../../../i18n/index.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark)

interface Words {
  language: Language
  timeZone: string
}

const when = (iso: string, { language, timeZone }: Words): string =>
  writing.when(new Date(iso), 'full', language, timeZone)

/** What an entry says: its heading, and where and when. */
function wordsOf(entry: StatusEntry, words: Words): { title: string; text: string } {
  const own = texts[words.language].networkStatus
  const { what, location, city, stations, starts_at: startsAt, ends_at: endsAt } = entry
  const where = location === null ? own.wholeNetwork : [location, city].filter(Boolean).join(', ')
  const time =
    endsAt === null
      ? fill(own.since, { time: when(startsAt, words) })
      : fill(own.fromUntil, { from: when(startsAt, words), until: when(endsAt, words) })
  const count = stations === null ? [] : [fill(own.stations, { count: String(stations) })]
  return { title: `${where}: ${own.words[what]}`, text: [...count, time].join(' · ') }
}

const style = `
:root{color-scheme:light dark;--ground:#f5f6f8;--card:#fff;--ink:#12161d;--quiet:#5a6474;--line:#e3e6ea;--ok:#157a4b;--bad:#b42318;--work:#8a5a00}
@media(prefers-color-scheme:dark){:root{--ground:#0e1116;--card:#171b22;--ink:#eef1f5;--quiet:#a3adbb;--line:#2a303a;--ok:#4cc38a;--bad:#ff8a7a;--work:#f0b860}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:32px 16px 48px}h1{font-size:24px;line-height:1.25;margin:0 0 16px}h2{font-size:18px;margin:32px 0 12px}
.state{border-radius:12px;background:var(--card);border:1px solid var(--line);padding:16px 20px;font-size:18px;font-weight:600;border-left:6px solid var(--ok)}
.state.disturbed{border-left-color:var(--bad)}.state.maintenance{border-left-color:var(--work)}
ul{list-style:none;margin:0;padding:0;display:grid;gap:8px}li{border-radius:12px;background:var(--card);border:1px solid var(--line);padding:12px 20px;overflow-wrap:anywhere}
li p{margin:0}.quiet,footer{color:var(--quiet);font-size:14px}footer{margin-top:32px;display:flex;flex-wrap:wrap;gap:8px 16px}a{color:inherit}a:focus-visible{outline:2px solid currentColor;outline-offset:2px}`

/** The page of the status, which needs no script. */
export function pageOf(status: NetworkStatus, words: Words): string {
  const own = texts[words.language].networkStatus
  const says = { ok: own.ok, disturbed: own.disturbed, maintenance: own.maintenanceNow }[status.state]
  const list = (entries: readonly StatusEntry[], none: string) =>
    entries.length === 0
      ? `<p class="quiet">${escaped(none)}</p>`
      : `<ul>${entries.map((entry) => itemOf(entry, words)).join('')}</ul>`
  return `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(own.title)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="alternate" type="application/rss+xml" title="${escaped(own.title)}" href="/api/v1/public/status.rss?lang=${words.language}">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(own.title)}</h1>
<p class="state ${status.state}" role="status">${escaped(says)}</p>
<h2>${escaped(own.disturbances)}</h2>
${list(status.disturbances, own.noDisturbances)}
<h2>${escaped(own.maintenances)}</h2>
${list(status.maintenances, own.noMaintenances)}
<footer><span>${escaped(fill(own.updated, { time: when(status.updated_at, words) }))}</span><a href="/api/v1/public/status.rss?lang=${words.language}">${escaped(own.feed)}</a><a href="/status?lang=en" lang="en">English</a><a href="/status?lang=de" lang="de">Deutsch</a><a href="/status?lang=ru" lang="ru">Русский</a></footer>
</main>
</body>
</html>`
}

function itemOf(entry: StatusEntry, words: Words): string {
  const { title, text } = wordsOf(entry, words)
  return `<li><p>${escaped(title)}</p><p class="quiet">${escaped(text)}</p></li>`
}

/** The same as RSS 2.0; `address`: where the page is. */
export function feedOf(status: NetworkStatus, words: Words, address: string): string {
  const own = texts[words.language].networkStatus
  const items = [...status.disturbances, ...status.maintenances].map((entry) => {
    const { title, text } = wordsOf(entry, words)
    const published = new Date(entry.starts_at).toUTCString()
    return `<item><title>${escaped(title)}</title><description>${escaped(text)}</description><link>${escaped(address)}</link><guid isPermaLink="false">${escaped(entry.id)}</guid><pubDate>${published}</pubDate></item>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${escaped(own.title)}</title><link>${escaped(address)}</link><description>${escaped(own.title)}</description><language>${words.language}</language>${items.join('')}</channel></rss>`
}
