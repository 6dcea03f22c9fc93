import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstall, installPackage } from './debian.mjs'
import { Refusal } from './progress.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Path of a Chromium or Chrome (CHROMIUM_PATH first); undefined when there is none. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!existsSync(given)) throw new Refusal(`CHROMIUM_PATH names no file: ${given}`)
    return given
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(
    existsSync,
  )
}

/** Path of a browser, installed first where that is possible; refuses with one clear line where it is not. */
export async function needChromium() {
  if (!findChromium() && canInstall()) await installPackage('chromium')
  const path = findChromium()
  if (!path) throw new Refusal('No Chromium found: install chromium or Google Chrome, or set CHROMIUM_PATH.')
  return path
}
