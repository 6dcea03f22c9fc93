import type { ChargeStation } from '@stationmaster/contract'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { network, takeCurrency } from '../../../api/network.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { type Language, loadChargeTexts, loadPayTexts, showLanguage } from '../../../i18n/index.ts'
import { Formats, formatsOf } from '../../../i18n/use-format.ts'
import tokens from '../../../ui/theme/tokens.css?inline'
import styles from './charge.css?inline'
import { ChargePage } from './charge-page.tsx'
import { ChargeDocument } from './document.tsx'
import { NumberPage, type Several } from './number-page.tsx'

/** The tones of the application; the page follows the system's theme by itself. */
const allStyles = tokens
  .replace(/@media screen\b/, '@media screen and (prefers-color-scheme: dark)')
  .replace(/:root\[data-mantine-color-scheme="?dark"?\]/, ':root')
  .concat(styles)

const script = '/charge.js'

let last: Promise<unknown> = Promise.resolve()

/** Draws one page at a time: texts, currency and time zone are everybody's. */
function draw(
  language: Language,
  page: () => { title: string; path: string; description: string; body: ReactNode },
) {
  const drawn = last.then(async () => {
    await showLanguage(language)
    await loadPayTexts()
    await loadChargeTexts()
    const { body, ...head } = page()
    const html = renderToStaticMarkup(
      <Formats value={formatsOf(language, i18next.t)}>
        <ChargeDocument language={language} styles={allStyles} script={script} {...head}>
          {body}
        </ChargeDocument>
      </Formats>,
    )
    return `<!doctype html>\n${html}`
  })
  last = drawn.catch(() => undefined)
  return drawn
}

/** Draws the page of a station; run by the server for each request. `path` is the page's address. */
export const drawStation = (language: Language, path: string, station: ChargeStation): Promise<string> =>
  draw(language, () => {
    takeCurrency(station.currency)
    network.timeZone = station.place.time_zone
    const number = stationNumber(station.number)
    const { name, city } = station.place
    return {
      path,
      title: i18next.t('pay.station', { number }),
      description: i18next.t('charge.description', {
        station: number,
        place: [name, city].filter(Boolean).join(', '),
      }),
      body: <ChargePage station={station} />,
    }
  })

/** Draws the page where a number is typed; `unknown` is one that no station has, `several` one that more than one has. */
export const drawNumber = (
  language: Language,
  unknown: string | null,
  several: Several | null = null,
): Promise<string> =>
  draw(language, () => ({
    path: several ? `/charge/${several.number}` : '/charge',
    title: i18next.t('charge.title'),
    description: i18next.t('charge.intro'),
    body: <NumberPage unknown={unknown} several={several} />,
  }))
