import { createMemoryHistory, createRoute, createRouter } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { type Language, languages, readFirstTexts, showLanguage } from './i18n/index.ts'
import { DashboardShell } from './pages/dashboard/dashboard-shell.tsx'
import { open, root } from './routes/frames.ts'
import { publicRoutes } from './routes/public.ts'
import { drawnTitle } from './ui/use-title.ts'

/** The first pages: those of visitors, whole, and the dashboard as far as it is the same for everybody. */
const paths = ['/', '/login', '/signup', '/dashboard']

const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard', component: DashboardShell })

export interface Prerendered {
  path: string
  language: Language
  /** what a search engine shows of the page */
  description: string
  title: string
  html: string
}

/** Draws the pages as they are seen first, in every language; run by the build, where there is no browser. */
export async function prerender(): Promise<Prerendered[]> {
  const drawn: Prerendered[] = []
  for (const language of languages) {
    const { landing } = await readFirstTexts(language)
    await showLanguage(language)
    for (const path of paths) {
      const history = createMemoryHistory({ initialEntries: [path] })
      const router = createRouter({
        routeTree: root.addChildren([open.addChildren([...publicRoutes]), dashboard]),
        history,
      })
      await router.load()
      const html = renderToString(<App router={router} />)
      drawn.push({ path, language, description: landing.intro, title: drawnTitle, html })
    }
  }
  return drawn
}
