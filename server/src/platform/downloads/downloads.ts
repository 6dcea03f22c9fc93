import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { MINUTE_MS, valueIn } from '@stationmaster/units'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../general/clock.ts'
import { bySecret, missed } from '../http/secret-calls.ts'
import type { Db } from '../schema/schema.ts'
import { useLink } from './downloads-store.ts'

/** A file that is made while it is sent. */
export interface Download {
  name: string
  /** content type */
  type: string
  body: Readable
  /** rows that there are, where the file may hold less */
  rowsInAll?: number
}

/** Sends a file as it is made; nothing between keeps it. */
export function sendDownload(reply: FastifyReply, { name, type, body, rowsInAll }: Download): FastifyReply {
  if (rowsInAll !== undefined) reply.header('x-total-count', rowsInAll)
  return reply
    .type(type)
    .header('content-disposition', dispositionOf(name))
    .header('cache-control', 'no-store')
    .send(body)
}

/** A file's name in a header, whatever its letters (RFC 6266, RFC 8187); who cannot read those keeps the plain ones. */
export function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\w .-]+/g, '_')
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${exact}`}`
}

type Open = (what: unknown) => Download | Promise<Download>

interface Ticket {
  kind: string
  what: unknown
  until: number
  nonce: string
}

/**
 * Links that a browser follows without a header: signed, valid for one minute and for one use. The code that
 * makes one has checked what the caller may see.
 */
export class DownloadLinks {
  private readonly key: Buffer
  private readonly kinds = new Map<string, Open>()

  constructor(
    secretKey: string,
    private readonly clock: Clock,
    /** knows which links were used */
    private readonly db: Db,
  ) {
    this.key = createHmac('sha256', secretKey).update('download link').digest()
  }

  /** The path of a link to what a kind of download is made of; `what` is JSON. */
  offer(kind: string, what: unknown): string {
    const ticket: Ticket = {
      kind,
      what,
      until: this.clock.now().getTime() + MINUTE_MS,
      nonce: randomBytes(9).toString('base64url'),
    }
    const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
    return `/api/v1/downloads?ticket=${text}.${this.sign(text)}`
  }

  /** Says how downloads of a kind are made. */
  serve(kind: string, open: Open): void {
    this.kinds.set(kind, open)
  }

  /** Serves the links; throws download.expired for one that is not good, or not any more. */
  listen(app: FastifyInstance): void {
    app.get(
      '/api/v1/downloads',
      { ...bySecret, schema: { hide: true } as object },
      async (request, reply) => {
        const { ticket } = request.query as { ticket?: unknown }
        const redeemed = await this.redeem(typeof ticket === 'string' ? ticket : '')
        if (!redeemed) throw missed(request, 'download.expired')
        return sendDownload(reply, await valueIn(this.kinds, redeemed.kind)(redeemed.what))
      },
    )
  }

  /** What a link stands for, which is used by it; undefined where it is not good, or not any more. */
  private async redeem(text: string): Promise<Ticket | undefined> {
    const [content = '', signature = ''] = text.split('.')
    const expected = Buffer.from(this.sign(content))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const ticket = JSON.parse(Buffer.from(content, 'base64url').toString()) as Ticket
    const now = this.clock.now().getTime()
    if (ticket.until < now || !this.kinds.has(ticket.kind)) return undefined
    return (await useLink(this.db, ticket.nonce, new Date(ticket.until))) ? ticket : undefined
  }

  private sign(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url')
  }
}
