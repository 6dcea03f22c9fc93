import { pictureBytesMost, pictureExtensions } from '@stationmaster/contract'

/** Names longer than this are shortened (domain.md#screens). */
const nameMost = 25

export type PictureProblem = 'extension' | 'size'

/** Why a file is not passed on, if it is not: its extension, whatever the case, or its size. */
export function problemOf(file: Pick<File, 'name' | 'size'>): PictureProblem | null {
  const extension = file.name.includes('.') ? file.name.split('.').at(-1)?.toLowerCase() : undefined
  if (!pictureExtensions.some((known) => known === extension)) return 'extension'
  return file.size > pictureBytesMost ? 'size' : null
}

/** A file's name of 25 characters at most: its beginning, an ellipsis and its extension. */
export function shortName(name: string): string {
  if (name.length <= nameMost) return name
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= 6 ? name.slice(dot) : ''
  return `${name.slice(0, nameMost - end.length - 1)}…${end}`
}
