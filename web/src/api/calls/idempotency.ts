/**
 * The idempotency keys of one change that a person makes: the same content, sent again because its outcome is unknown, keeps its
 * key, and the server does it once. Other content is another request and gets a key of its own, since a server refuses to do
 * something else under a key that it knows.
 */
export class Idempotency {
  private readonly keys = new Map<string, string>()

  keyOf(content: string): string {
    const key = this.keys.get(content) ?? drawKey()
    this.keys.set(content, key)
    return key
  }
}

const drawKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
