import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Language, languages } from '@stationmaster/contract'
import type { FastifyRequest } from 'fastify'
import { builtWeb, shownLanguage } from './web.ts'

/** Loads a module that the build of the web application makes for the server, once. */
export function drawingModule<T>(name: string): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= import(pathToFileURL(join(builtWeb, 'server', `${name}.js`)).href)
    return loading
  }
}

/** A page that the build has written in a language. */
export const builtPage = (language: Language, name: string): Promise<string> =>
  readFile(join(builtWeb, 'pages', language, `${name}.html`), 'utf8')

/** The language that the address names (`lang`), and the one in which the page is drawn: that, or else the visitor's. */
export function languagesOf(request: FastifyRequest): {
  requested: Language | undefined
  language: Language
} {
  const { lang } = request.query as { lang?: unknown }
  const requested = languages.find((one) => one === lang)
  const shown = shownLanguage(request)
  return { requested, language: requested ?? languages.find((one) => one === shown) ?? 'en' }
}
