const unstorable = /[\0\p{Cs}]/u

/** Whether the database can hold every text in a value, the names of its fields too: no zero character, no half of one. */
export function isStorable(value: unknown): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one === 'string') {
      if (unstorable.test(one)) return false
    } else if (Array.isArray(one)) {
      for (const part of one) open.push(part)
    } else if (typeof one === 'object' && one !== null) {
      for (const [name, part] of Object.entries(one)) open.push(name, part)
    }
  }
  return true
}
