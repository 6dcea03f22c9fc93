import { connectStation, type Protocol, type StationLink } from '@stationmaster/ocpp'
import type { StoryStation, World } from '../../world/world.ts'

export interface Message {
  id: number
  message_from: string
  message_type_id: number
  message_id: string | null
  action: string | null
  payload: unknown
  created_at: string
  position: string
  size: number
  cut: boolean
  error_code: string | null
  latency_ms: number | null
  pair: { id: number; status: string | null } | null
}

export interface PageAnswer<T> {
  status: number
  next: string | null
  body: T
}

export type Answering = (action: string, payload: Record<string, unknown>) => object | Promise<object>

/** Adds to a world what stories about the console need: calls that answer a cursor, stations with given answers, old frames. */
export class ConsoleWorld {
  private readonly links: StationLink[] = []

  constructor(private readonly world: World) {}

  close(): void {
    for (const link of this.links) link.terminate()
  }

  async call<T>(method: string, path: string, body?: object): Promise<PageAnswer<T>> {
    const answer = await fetch(
      path.startsWith('/') ? this.world.server.url + path : `${this.world.server.url}/api/v1/${path}`,
      {
        method,
        headers: {
          authorization: this.world.authorization,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
    )
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return {
      status: answer.status,
      next: answer.headers.get('x-next-cursor'),
      body: (json ? JSON.parse(text) : text) as T,
    }
  }

  history = (id: string, query = '') => this.call<Message[]>('GET', `ocpp-messages/${id}?${query}`)
  send = (id: string, action: string, payload: object, more: object = {}) =>
    this.call<Record<string, unknown>>('POST', `stations/${id}/message`, { action, payload, ...more })

  /** A station that answers raw commands with `answering`. */
  async aStation(
    protocol: Protocol,
    answering: Answering,
  ): Promise<{ made: StoryStation; link: StationLink }> {
    const made = await this.world.addStation()
    const link = await connectStation({
      url: `${this.world.server.url.replace('http', 'ws')}/ocpp`,
      stationId: made.id,
      password: made.password,
      protocol,
      handler: {
        onCommand: async (command) => {
          if (command.type === 'reset') return { status: command.whenIdle ? 'Accepted' : 'Rejected' }
          if (command.type !== 'raw') return { status: 'Rejected' }
          const payload = await answering(command.action, command.payload)
          return { status: 'Accepted', payload: payload as Record<string, unknown> }
        },
        onClose: () => {},
      },
    })
    this.links.push(link)
    return { made, link }
  }

  /** Writes calls and answers of the past straight into the journal. */
  async insertFrames(
    stationId: string,
    frames: {
      at: Date
      type: number
      from: 'in' | 'out'
      id: string
      action?: string
      text?: string
      /** our answer in the same row, and how long it took */
      answer?: { text: string; afterMs: number }
    }[],
  ): Promise<void> {
    await this.world.db
      .insertInto('frames')
      .values(
        frames.map(({ at, type, from, id, action, text, answer }) => ({
          at,
          station_id: stationId,
          direction: from,
          message_type: type,
          message_id: id,
          action: action ?? null,
          frame: text ?? JSON.stringify(type === 2 ? [2, id, action, {}] : [type, id, {}]),
          answer: answer?.text ?? null,
          answered_at: answer ? new Date(at.getTime() + answer.afterMs) : null,
        })),
      )
      .execute()
  }
}
