import '@fontsource-variable/inter/wght.css'
import './ui/fonts/rouble.css'
import '@mantine/core/styles.css'
import './ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchContact } from './api/contact.ts'
import { loadNetwork } from './api/network.ts'
import { renewOldTokens } from './api/tokens.ts'
import { App } from './app.tsx'
import { startI18n } from './i18n/index.ts'

watchContact()
// asked early, waited for only by the pages that show times and money, which tell when it fails
loadNetwork().catch(() => undefined)
void start()

/** Not waited for by this module: files that are loaded meanwhile are built on the one that it is part of, and would wait for it. */
async function start(): Promise<void> {
  await Promise.all([startI18n(), renewOldTokens()])
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
