import type { Language } from '@stationmaster/contract'
import { writing } from '@stationmaster/units'
import { fill, texts } from '../../../i18n/index.ts'
import type { Message } from './channels/means.ts'
import type { TitleRow } from './store/watch-store.ts'

/** as many incidents are named in one message; the rest is counted */
const namedMost = 20

interface WordParts {
  timeZone: string
  linkTo(path: string): string
}

/** What is said of incidents in one language. */
export function messageOf(
  id: string,
  incidents: readonly TitleRow[],
  language: Language,
  { timeZone, linkTo }: WordParts,
): Message {
  const words = texts[language].alerts
  const lines = incidents.slice(0, namedMost).map((one) => {
    const { kind, severity, stations, places, openedAt } = one
    const said = fill(stations > 0 ? words.line : words.lineWithoutStations, {
      severity: words.severities[severity],
      kind: words.kinds[kind as keyof typeof words.kinds] ?? kind,
      stations: String(stations),
      since: writing.when(openedAt, 'full', language, timeZone),
    })
    return places === null ? said : `${said} · ${places}`
  })
  const more = incidents.length - lines.length
  const [first] = incidents
  const title =
    incidents.length === 1 && first
      ? `${words.severities[first.severity]}: ${words.kinds[first.kind as keyof typeof words.kinds] ?? first.kind}`
      : fill(words.titleOfMany, { count: String(incidents.length) })
  return {
    id,
    title,
    lines: more > 0 ? [...lines, fill(words.more, { count: String(more) })] : lines,
    link: linkTo(incidents.length === 1 && first ? `/incidents/${first.id}` : '/incidents'),
  }
}

/** What a test says. */
export function testMessage(id: string, language: Language, { linkTo }: Pick<WordParts, 'linkTo'>): Message {
  const { testTitle, testLine } = texts[language].alerts
  return { id, title: testTitle, lines: [testLine], link: linkTo('/alerts') }
}
