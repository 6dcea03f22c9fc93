import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { telegramAt } from './telegram.ts'
import { webhook } from './webhook.ts'

const now = new Date('2026-11-23T10:00:00.900Z')
const message = { id: 'm-1', title: 'Two stations', lines: ['S1', 'S2'], link: 'https://csms.example/i/7' }

test('a bot sends the lines with the link below them', () => {
  const { url, headers, body } = telegramAt('https://api.example').callOf(
    { target: '-100', secret: '12:ab' },
    message,
    now,
  )
  expect(url).toBe('https://api.example/bot12:ab/sendMessage')
  expect(headers).toEqual({ 'content-type': 'application/json; charset=utf-8' })
  expect(JSON.parse(body)).toEqual({
    chat_id: '-100',
    text: 'Two stations\nS1\nS2\n\nhttps://csms.example/i/7',
    link_preview_options: { is_disabled: true },
  })
})

test('of a long message a bot leaves out what is too much before the link', () => {
  const textOf = (length: number): string => {
    const { body } = telegramAt('').callOf(
      { target: '', secret: '' },
      { ...message, title: 'x'.repeat(length), lines: [] },
      now,
    )
    return (JSON.parse(body) as { text: string }).text
  }
  const room = 4096 - message.link.length - 2
  expect(textOf(room)).toBe(`${'x'.repeat(room)}\n\n${message.link}`)
  expect(textOf(room + 1)).toBe(`${'x'.repeat(room - 1)}…\n\n${message.link}`)
  expect(textOf(room + 1)).toHaveLength(4096)
})

test('a webhook is signed over its id, its second and its body', () => {
  const call = webhook.callOf({ target: 'https://them.example/in', secret: 'hush' }, message, now)
  expect(call.url).toBe('https://them.example/in')
  expect(JSON.parse(call.body)).toEqual({
    id: 'm-1',
    type: 'incidents.notified',
    title: 'Two stations',
    incidents: ['S1', 'S2'],
    link: 'https://csms.example/i/7',
  })
  const signature = createHmac('sha256', 'hush').update(`m-1.1795428000.${call.body}`).digest('base64')
  expect(call.headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': 'm-1',
    'webhook-timestamp': '1795428000',
    'webhook-signature': `v1,${signature}`,
  })
})
