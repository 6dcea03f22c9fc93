import type { NetworkPlace } from '@stationmaster/contract'
import { createMemoryHistory, createRoute, createRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { queryClient } from './api/calls/query-client.ts'
import { takeCurrency } from './api/network.ts'
import { App } from './app.tsx'
import { type DrawnPage, drawnOver } from './drawn-page.ts'
import { type Language, languages, loadNetworkTexts, showLanguage } from './i18n/index.ts'
import { DashboardShell } from './pages/figures/dashboard/dashboard-shell.tsx'
import { open, root } from './routes/frames.ts'
import { publicRoutes } from './routes/public.ts'
import { placeQuery } from './slices/public/network/place-query.ts'
import { drawnTitle } from './ui/frame/use-title.ts'

export { languages }

/** The first pages: those of visitors, whole, and the dashboard as far as it is the same for everybody. */
const paths = ['/', '/login', '/signup', '/network', '/dashboard']

const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard', component: DashboardShell })
const routeTree = root.addChildren([open.addChildren([...publicRoutes]), dashboard])

export interface Prerendered extends DrawnPage {
  path: string
  language: Language
}

/** Draws the pages as they are seen first, in every language; run by the build, where there is no browser. */
export async function prerender(): Promise<Prerendered[]> {
  const drawn: Prerendered[] = []
  for (const language of languages) {
    await showLanguage(language)
    for (const path of paths) {
      const description = i18next.t(path === '/network' ? 'public.network.description' : 'landing.intro')
      drawn.push({ path, language, description, ...(await draw(path)) })
    }
  }
  return drawn
}

async function draw(path: string): Promise<Pick<DrawnPage, 'title' | 'html'>> {
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree, history })
  await router.load()
  const html = renderToString(<App router={router} />)
  return { title: drawnTitle, html }
}

/** for so long what a location's page was served with is young enough to be looked at */
const wakeAfterSeconds = 15

let last: Promise<unknown> = Promise.resolve()

/** Draws the page of a location in a language over the blank one; run by the server, one page at a time: texts and currency are everybody's. */
export function drawPlace(blank: string, language: Language, place: NetworkPlace): Promise<string> {
  const drawn = last.then(async () => {
    await showLanguage(language)
    await loadNetworkTexts()
    takeCurrency(place.currency)
    const { queryKey } = placeQuery(place.location.id)
    queryClient.setQueryData(queryKey, place)
    try {
      const page = await draw(`/network/${place.location.id}`)
      const { name, city, street, evses } = place.location
      const powers = evses.flatMap(({ connectors }) => connectors.map(({ power }) => power))
      const description = i18next.t('network.describes', {
        name,
        address: [street, city].filter(Boolean).join(', '),
        count: evses.length,
        power: Math.round(Math.max(...powers)),
      })
      return drawnOver(blank, { ...page, description }, { asleep: true, wakeAfterSeconds })
    } finally {
      queryClient.removeQueries({ queryKey })
    }
  })
  last = drawn.catch(() => undefined)
  return drawn
}
