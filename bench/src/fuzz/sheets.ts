import type { Chance } from '@stationmaster/server/hostile'
import { type Attack, send, type Target } from './target.ts'

const pieces = [
  ';',
  '\t',
  '"',
  '""',
  "'",
  '=1+1',
  '+1',
  '-cmd',
  '@SUM(A1)',
  '＝1',
  ',',
  ' ',
  'a',
  'Ж',
  '=',
  '\n',
  '\r',
]

/**
 * Semicolons, tabs and formulas in the texts that people write, and the CSV files that these come out in: a field that a spreadsheet would
 * run is a fault, whichever separator it is set to.
 */
export const sheets: Attack = async (target, until, rest) => {
  while (!until()) {
    const { chance, network } = target
    const answer = await send(target, 'sheets', {
      route: 'a text',
      method: 'PATCH',
      path: `/api/v1/locations/${chance.one(network.locations)}`,
      headers: { authorization: target.authorization(), 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `x${textOf(chance)}`,
        description: textOf(chance),
        street: textOf(chance),
      }),
    })
    if (answer?.status === 401) await target.refresh()
    await look(target, chance.one(['locations/export', 'subscribers/export']))
    await rest()
  }
}

const textOf = (chance: Chance): string =>
  Array.from({ length: 1 + chance.below(6) }, () => chance.one(pieces)).join('')

async function look(target: Target, path: string): Promise<void> {
  const headers = { authorization: target.authorization() }
  const answer = await send(target, 'sheets', {
    route: path,
    method: 'GET',
    path: `/api/v1/${path}`,
    headers,
  })
  if (answer?.status !== 200) return
  const run = formulaIn(answer.text)
  if (run !== undefined)
    target.tally.fault({ what: `sheets ${path}: a spreadsheet would run a field`, sent: path, answer: run })
}

/** A field of a file that is a formula where semicolons or tabs begin fields; those of numbers are none. */
function formulaIn(file: string): string | undefined {
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  for (const delimiter of [';', '\t'])
    for (const line of lines)
      for (const field of line.split(delimiter))
        if (/^"*(?:[=+@＝]|-(?!\d))/.test(field)) return field.slice(0, 200)
  return undefined
}
