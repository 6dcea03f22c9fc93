import '@fontsource-variable/inter/wght.css'
import './ui/theme/fonts/rouble.css'
import '@mantine/core/styles.css'
import './ui/theme/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchContact } from './api/live/contact.ts'
import { loadNetwork } from './api/network.ts'
import { watchSession } from './api/session.ts'
import { renewOldTokens } from './api/tokens.ts'
import { App } from './app.tsx'
import { startI18n } from './i18n/index.ts'
import { router } from './router.tsx'
import { watchClicks } from './ui/buttons/second-click.ts'

watchContact()
watchSession()
watchClicks()
// a task of its own, so that the page answers before; files that are loaded meanwhile are built on this one, and would wait for it
setTimeout(start)

async function start(): Promise<void> {
  // requested early; only the pages that show times and money wait for it, and show when it fails
  loadNetwork().catch(() => undefined)
  // its files come beside the texts, not after them
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    router
      .loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])
      ?.catch(() => undefined)
  await Promise.all([startI18n(), renewOldTokens()])
  // index.html has the element
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  )
}
