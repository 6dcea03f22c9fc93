/** Texts by the name of their file, e.g. those of ./people/keys.json as `keys`. */
export const byName = (files: Record<string, object>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [
      path.slice(path.lastIndexOf('/') + 1, -'.json'.length),
      texts,
    ]),
  )
