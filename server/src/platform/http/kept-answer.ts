import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

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

  /** Makes one of a text; the very `before` where nothing has changed of `content`, which is the text without the time of its making. */
  static async of(
    text: string,
    type: string,
    seconds: number,
    before?: KeptAnswer,
    content = text,
  ): Promise<KeptAnswer> {
    const etag = `W/"${createHash('sha1').update(content).digest('base64url')}"`
    if (before?.etag === etag) return before
    const plain = Buffer.from(text)
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
