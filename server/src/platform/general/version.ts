import { readFileSync } from 'node:fs'

const manifest = new URL('../../../../package.json', import.meta.url)

/** The version of the product, as its changelog names it: 1.2.3. */
export const productVersion: string = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string })
  .version
