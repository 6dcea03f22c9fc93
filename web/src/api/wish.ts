/**
 * What somebody wants done once, however often it is sent until its outcome is known. Another content is another request: it gets
 * a key of its own, since a server refuses to do something else under a key that it knows.
 */
export class Wish {
  private readonly keys = new Map<string, string>()

  keyOf(content: string): string {
    const key = this.keys.get(content) ?? drawKey()
    this.keys.set(content, key)
    return key
  }
}

const drawKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
