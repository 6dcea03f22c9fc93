import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const slicesFolder = 'server/src/slices'

/**
 * The districts in their order, each with its slices in theirs, as order.json has them; `order` is all slices from left to right,
 * `of` gives the district of a slice.
 */
export function readDistricts(folder) {
  const districts = JSON.parse(readFileSync(join(folder, slicesFolder, 'order.json'), 'utf8'))
  const of = new Map(
    Object.entries(districts).flatMap(([name, slices]) => slices.map((slice) => [slice, name])),
  )
  return { names: Object.keys(districts), order: [...of.keys()], of }
}

/** District and slice of a file of the server or the web application; undefined: it is of none. */
export function sliceOf(path) {
  const [, district, slice] = /(?:^|\/)src\/slices\/([^/]+)\/([^/]+)\//.exec(path) ?? []
  return slice && { district, slice }
}
