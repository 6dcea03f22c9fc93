import { expect, test } from 'vitest'
import { readEvents } from '../live/sse.ts'
import { urlOf } from './url-of.ts'

test('a path takes its parameters, a query what is not empty', () => {
  expect(urlOf('stations/{id}', { params: { id: 'A/1 #2' } })).toBe('stations/A%2F1%20%232')
  expect(urlOf('stations', { query: { limit: 50, search: undefined, q: '', on: false } })).toBe(
    'stations?limit=50&on=false',
  )
})

test('events are read over the borders of chunks, comments skipped', async () => {
  const chunks = [': hello\n\ndata: {"a"', ':1}\n\n', 'data: x\r\ndata: y\r\n\r\ndata: unfinished']
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const chunk of chunks) stream.enqueue(new TextEncoder().encode(chunk))
      stream.close()
    },
  })
  const events: string[] = []
  for await (const event of readEvents(body)) events.push(event)
  expect(events).toEqual(['{"a":1}', 'x\ny'])
})
