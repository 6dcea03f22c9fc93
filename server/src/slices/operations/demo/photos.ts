import { inTransaction } from '../../../platform/database/transaction.ts'
import { redrawIn, type SizedPicture } from '../../../platform/documents/pictures.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { keepPhoto } from '../../places/photos/actions.ts'
import { updateCaption } from '../../places/photos/store.ts'
import { locations } from './locations.ts'
import { getManagerOf, listWithoutPhotos } from './store.ts'

interface Light {
  sky: [string, string]
  far: string
  near: string
  ground: string
  lamp: string
}

/** Morning, noon, dusk and night. */
const lights: readonly Light[] = [
  { sky: ['#f6c9a0', '#9cc1dd'], far: '#8fa6b8', near: '#5d7488', ground: '#6b7683', lamp: '#fff4d6' },
  { sky: ['#cfe6f5', '#6fa8d6'], far: '#9db4c4', near: '#64808f', ground: '#808b95', lamp: '#ffffff' },
  { sky: ['#f39a6b', '#4b4a86'], far: '#5a5580', near: '#37385c', ground: '#2d3040', lamp: '#ffe2a8' },
  { sky: ['#27325c', '#0d1330'], far: '#1d2547', near: '#131a34', ground: '#11151f', lamp: '#ffe9b8' },
]
const cars = ['#c9483f', '#e8e9ec', '#3b6fb5', '#2f3338', '#5e8f6b']
const [width, height] = [1280, 853]
const horizon = 560

/** A number between 0 and 1, always the same for the same input. */
const chance = (place: number, of: number): number => {
  const spread = Math.imul(place * 7919 + of * 104_729 + 1, 2_654_435_761)
  return (Math.imul(spread ^ (spread >>> 15), 2_246_822_519) >>> 0) / 2 ** 32
}

/** A drawing of a location at a time of day: a town, charging posts and cars, sometimes a roof. */
function drawPlace(place: number, { sky, far, near, ground, lamp }: Light): string {
  const houses = (of: number, colour: string, tall: number) =>
    Array.from({ length: 12 }, (_, index) => {
      const top = 60 + chance(place, of + index) * tall
      return `<rect x="${index * 112 - 20}" y="${horizon - top}" width="${70 + chance(place, of + 50 + index) * 60}" height="${top}" fill="${colour}"/>`
    }).join('')
  const posts = Array.from({ length: 2 + (place % 3) }, (_, index) => {
    const x = 190 + index * 290
    // the remainder is within the list
    const car = cars[(place + index) % cars.length]!
    const parked = chance(place, 200 + index) > 0.3
    return `<rect x="${x}" y="${horizon - 60}" width="52" height="170" rx="10" fill="#f3f4f6"/>
      <rect x="${x + 8}" y="${horizon - 48}" width="36" height="30" rx="5" fill="#5e5ce6"/>
      <circle cx="${x + 26}" cy="${horizon + 4}" r="6" fill="${lamp}"/>
      ${parked ? carAt(x + 60, horizon + 96, car) : ''}`
  }).join('')
  const roof =
    place % 2 === 0
      ? `<path d="M120 ${horizon - 190}h1010l40 44H90z" fill="${near}"/><path d="M150 ${horizon - 146}v260M1110 ${horizon - 146}v260" stroke="${near}" stroke-width="18"/>`
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    ${houses(0, far, 330)}${houses(100, near, 190)}
    <rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${ground}"/>
    <path d="M0 ${horizon + 150}h${width}" stroke="${lamp}" stroke-opacity=".35" stroke-width="6" stroke-dasharray="60 40"/>
    ${roof}${posts}</svg>`
}

const carAt = (x: number, y: number, colour: string) =>
  `<path d="M${x} ${y}q4-34 44-38l34-36h84l36 36q34 4 34 38z" fill="${colour}"/>
   <path d="M${x + 86} ${y - 42}l22-24h28v24zM${x + 144} ${y - 66}h16l22 24h-38z" fill="#1b2330" fill-opacity=".75"/>
   <circle cx="${x + 52}" cy="${y}" r="20" fill="#14171c"/><circle cx="${x + 182}" cy="${y}" r="20" fill="#14171c"/>`

/**
 * Draws the photos of the demo network, so that no licensed picture is needed. A location has one photo for each time of day. Nobody waits
 * for them, and nothing is drawn where the network has a photo.
 */
export async function drawPhotos({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const locationIds = await listWithoutPhotos(db, locations.length)
  if (locationIds.length === 0) return
  const { default: sharp } = await import('sharp')
  const drawn: { locationId: number; turn: number; sizes: SizedPicture[] }[] = []
  for (const [place, locationId] of locationIds.entries())
    for (const turn of place < 3 ? [0, 1, 2] : [place % 2]) {
      // the remainder is within the list
      const svg = drawPlace(place + turn * 3, lights[(place + turn) % lights.length]!)
      const png = await sharp(Buffer.from(svg)).png().toBuffer()
      drawn.push({ locationId, turn, sizes: await redrawIn(png, [400, 960]) })
    }
  const { id: by } = await getManagerOf(db, 'manager')
  await inTransaction(db, async (tx) => {
    for (const { locationId, turn, sizes } of drawn) {
      const photo = await keepPhoto(tx, sizes, { locationId, by, at: clock.now() })
      if (turn === 2) await updateCaption(tx, photo.id, 'Въезд со двора')
    }
  })
}
