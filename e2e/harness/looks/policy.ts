import type { Page } from '@playwright/test'

/** Listens for what the content security policy refuses on a page, and for a policy that the browser does not understand; gives the lines that have come so far. */
export function watchPolicy(page: Page): () => string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Permissions-Policy/i.test(message.text())) refused.push(message.text())
  })
  return () => refused
}
