import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from './api/calls/query-client.ts'
import { languageOf } from './i18n/index.ts'
import { Formats, formatsOf } from './i18n/use-format.ts'
import { ConnectionStrip } from './ui/states/connection-strip.tsx'
import { cssVariables, theme } from './ui/theme/theme.ts'

const colorSchemes = localStorageColorSchemeManager({ key: 'stationmaster.theme' })

/** Theme, data, formats and routes around everything. */
export function App({ router }: { router: AnyRouter }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Formatted>
          <ConnectionStrip />
          <RouterProvider router={router} />
        </Formatted>
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Formatted({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const language = languageOf([i18n.language])
  const formats = useMemo(() => formatsOf(language, t), [language, t])
  return <Formats value={formats}>{children}</Formats>
}
