import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal } from '../../progress.mjs'
import { canInstall, installPackage } from './debian.mjs'

/** Chromium without windows: a page of it costs half of what it costs in the whole browser. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Path of a Chromium or Chrome (CHROMIUM_PATH first); undefined when there is none. */
function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!existsSync(given)) throw new Refusal(`CHROMIUM_PATH names no file: ${given}`)
    return given
  }
  return [...names.flatMap(inPath), ...elsewhere].find(existsSync)
}

/** Path of a browser, the lightest installed first where that is possible; refuses with one clear line where there is none. */
export async function needChromium() {
  const lightest = process.env.CHROMIUM_PATH || inPath(shell).some(existsSync)
  // what is there does where nothing can be installed
  if (!lightest && canInstall()) await installPackage(shell).catch(() => {})
  const path = findChromium()
  if (!path) throw new Refusal('No Chromium found: install chromium or Google Chrome, or set CHROMIUM_PATH.')
  return path
}

const inPath = (name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
