import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { ConnectionStrip } from './ui/connection-strip.tsx'
import { cssVariables, theme } from './ui/theme.ts'

const colorSchemes = localStorageColorSchemeManager({ key: 'stationmaster.theme' })

/** Theme, data and routes around everything. */
export function App({ router }: { router: AnyRouter }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <ConnectionStrip />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
