import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)
/** parts of a text that are written before other requests get their turn */
const atOnce = 100

/** An answer that is the same for everybody, kept as it goes out, with its ETag. */
export class KeptAnswer {
  private constructor(
    readonly type: string,
    readonly etag: string,
    private readonly plain: Buffer,
    private readonly gzipped: Buffer,
    /** for how many seconds a client may use its copy without a new request */
    private readonly seconds: number,
  ) {}

  /** Makes one of a text; the very `before` where nothing of it has changed. */
  static of(text: string, type: string, seconds: number, before?: KeptAnswer): Promise<KeptAnswer> {
    return KeptAnswer.ofParts([text], { type, seconds, mark: text }, before)
  }

  /**
   * Makes one of a text in parts, some at a time so that other requests get their turn; `mark` is the same as long as the text is, but
   * for the time of its making, and then it is the very `before`.
   */
  static async ofParts(
    parts: readonly string[],
    { type, seconds, mark }: { type: string; seconds: number; mark: string },
    before?: KeptAnswer,
  ): Promise<KeptAnswer> {
    const etag = `W/"${createHash('sha1').update(mark).digest('base64url')}"`
    if (before?.etag === etag) return before
    const encoded: Buffer[] = []
    for (let from = 0; from < parts.length; from += atOnce) {
      if (from > 0) await setImmediate()
      encoded.push(Buffer.from(parts.slice(from, from + atOnce).join('')))
    }
    const plain = Buffer.concat(encoded)
    // a fast level: what it costs is paid at every change
    return new KeptAnswer(type, etag, plain, await compress(plain, { level: 4 }), seconds)
  }

  /** Sends it, or 304 to a client that has it already (RFC 9110, 13.1.2); any site may read it. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.headers({
      etag: this.etag,
      'cache-control': `public, max-age=${this.seconds}`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept-encoding',
    })
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
    if (known.includes(this.etag) || known.includes('*')) return reply.code(304).send()
    // bytes go out as they are, past the contract's serializer
    reply.type(this.type)
    return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'gzip').send(this.gzipped)
      : reply.header('content-encoding', 'identity').send(this.plain)
  }
}
