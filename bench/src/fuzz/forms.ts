import type { Chance } from '@stationmaster/server/hostile'
import { hostileText } from '@stationmaster/server/hostile'
import { type Attack, send, type Target } from './target.ts'

const boundary = 'fuzz'
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWOIi3kGQQxwFgBeZAnBaEgnRQAAAABJRU5ErkJggg==',
  'base64',
)

/** Sends forms of every shape to each call that accepts a file: without names, with odd names, with fields and parts that the call does not have. */
export const forms: Attack = async (target, until, rest) => {
  while (!until()) {
    const { chance, network } = target
    const [route, path] = chance.one<[string, string]>([
      ['a picture of a person', `managers/${chance.one(network.managers)}/avatar`],
      ['a photo', `locations/${chance.one([...network.locations, 999_999])}/photos`],
      ['firmware', `firmware?vendor_name=Fuzz&model=One&version=${chance.below(1_000_000)}`],
    ])
    const answer = await send(target, 'forms', {
      route,
      method: 'POST',
      path: `/api/v1/${path}`,
      headers: { authorization: target.authorization(), 'content-type': typeOf(chance) },
      body: bodyOf(target),
    })
    if (answer?.status === 401) await target.refresh()
    await rest()
  }
}

const typeOf = (chance: Chance): string =>
  chance.happens(0.9)
    ? `multipart/form-data; boundary=${boundary}`
    : chance.one([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/mixed; boundary=fuzz',
        'text/plain',
      ])

function bodyOf({ chance }: Target): Buffer {
  const parts = Array.from({ length: chance.one([0, 1, 1, 1, 1, 2, 3]) }, () => partOf(chance))
  const end = chance.happens(0.9) ? `--${boundary}--\r\n` : ''
  const whole = Buffer.concat([...parts, Buffer.from(end)])
  return chance.happens(0.1) ? whole.subarray(0, chance.below(whole.length + 1)) : whole
}

/** What may stand in a quoted string of a head: nothing that ends the line. */
const inQuotes = (text: string): string => text.replaceAll(/[\r\n"]/g, '').slice(0, 300)

function partOf(chance: Chance): Buffer {
  const odd = () =>
    inQuotes(chance.one(['', '.', '../a', 'a;b', '\u0000', '%00', 'ü'.repeat(100), hostileText(chance)]))
  const name = chance.one([
    '; name="file"',
    '; name="file"',
    '',
    '; name=""',
    '; name="__proto__"',
    '; name="constructor"',
    `; name="${odd()}"`,
  ])
  const file = chance.one([
    '; filename="a.png"',
    '',
    '',
    '; filename=""',
    "; filename*=UTF-8''%FF",
    `; filename="${odd()}"`,
  ])
  const kind = chance.one(['form-data', 'form-data', 'form-data', 'attachment', ''])
  const type = chance.one([
    'image/png',
    'application/octet-stream',
    'application/octet-stream',
    'application/json',
    '',
    'x',
  ])
  const lines = [
    ...(chance.happens(0.95) ? [`content-disposition: ${kind}${name}${file}`] : []),
    ...(chance.happens(0.9) ? [`content-type: ${type}`] : []),
    ...(chance.happens(0.1)
      ? [`content-transfer-encoding: ${chance.one(['base64', 'quoted-printable', 'x'])}`]
      : []),
    ...(chance.happens(0.05) ? [`x-${'a'.repeat(chance.one([10, 9_000]))}: b`] : []),
  ]
  const content = chance.one([picture, Buffer.alloc(0), Buffer.from('{"a":'), Buffer.alloc(70_000)])
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\n${lines.join('\r\n')}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
}
