import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDistricts, slicesFolder } from '../reading/districts.mjs'

const picture = 'docs/architecture.md'

/**
 * What the page of a district lacks: the page itself, a slice or a table that the district owns; and a district that the picture
 * of the architecture has not as it is. One line each.
 */
export function brokenPages(folder) {
  const { names, of } = readDistricts(folder)
  const slicesOf = (name) => [...of].filter(([, district]) => district === name).map(([slice]) => slice)
  const drawn = readFileSync(join(folder, picture), 'utf8').split('\n')
  const notDrawn = names
    .filter(
      (name) => !drawn.some((line) => line.split(/ +/).join(' ') === [name, ...slicesOf(name)].join(' ')),
    )
    .map((name) => `${picture}: does not draw ${name} with ${slicesOf(name).join(', ')}`)
  const tables = JSON.parse(readFileSync(join(folder, slicesFolder, 'tables.json'), 'utf8'))
  const lacking = names.flatMap((name) => {
    const page = `${slicesFolder}/${name}/README.md`
    if (!existsSync(join(folder, page))) return [`${page}: is not there`]
    const source = readFileSync(join(folder, page), 'utf8')
    return slicesOf(name)
      .flatMap((slice) => [slice, ...(tables[slice]?.tables ?? [])])
      .filter((wanted) => !source.includes(`\`${wanted}\``))
      .map((wanted) => `${page}: does not name ${wanted}`)
  })
  return [...lacking, ...notDrawn]
}
