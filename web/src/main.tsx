import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { renewOldTokens } from './api/tokens.ts'
import { App } from './app.tsx'
import { startI18n } from './i18n/index.ts'

await Promise.all([startI18n(), renewOldTokens()])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
