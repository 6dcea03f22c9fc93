import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('../../../../../web/public/service-worker.js', import.meta.url), 'utf8')
const origin = 'https://network.example'

/** A service worker with some windows open, and addresses of pages kept under the ids of notices. */
function startWorker({ windows = [], kept = {} }: { windows?: string[]; kept?: Record<string, string> }) {
  const hearers = new Map<string, (event: object) => void>()
  const shown: { title: string; options: { tag: string; data: object } }[] = []
  const [opened, focused]: [string[], string[]] = [[], []]
  const self = {
    addEventListener: (name: string, hear: (event: object) => void) => hearers.set(name, hear),
    registration: {
      showNotification: async (title: string, options: { tag: string; data: object }) =>
        void shown.push({ title, options }),
    },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  }
  const cache = { match: async (path: string) => (kept[path] ? { text: async () => kept[path] } : undefined) }
  const world = { self, location: { origin }, caches: { open: async () => cache }, URL }
  runInContext(source, createContext(world))
  const say = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = []
    hearers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) })
    await Promise.all(waits)
  }
  const push = (data: object) => say('push', { data: { json: () => data } })
  const touch = (data: object | undefined) =>
    say('notificationclick', { notification: { data, close: () => undefined } })
  return { push, touch, shown, opened, focused }
}

test('a notice of an incident opens the page that the server names', async () => {
  const worker = startWorker({})
  await worker.push({ id: 'alert-7', kind: 'incident', title: 'No contact', body: '', path: '/incidents/7' })
  const [notice] = worker.shown
  expect(notice).toMatchObject({ title: 'No contact', options: { tag: 'incident alert-7' } })
  await worker.touch(notice?.options.data)
  expect(worker.opened).toEqual([`${origin}/incidents/7`])
})

test('a page that is open already is shown, and none of another origin is opened', async () => {
  const worker = startWorker({ windows: [`${origin}/incidents/7?from=list`] })
  await worker.touch({ id: 'alert-7', path: '/incidents/7' })
  await worker.touch({ id: 'alert-8', path: 'https://elsewhere.example/incidents/9' })
  expect(worker.focused).toEqual([`${origin}/incidents/7?from=list`])
  expect(worker.opened).toEqual(['/'])
})

test('a driver’s notice opens the page that was kept under its id, and what is unknown the first page', async () => {
  const worker = startWorker({ kept: { '/notices/5': '/pay/secret' } })
  await worker.touch({ id: 5 })
  await worker.touch(undefined)
  expect(worker.opened).toEqual([`${origin}/pay/secret`, `${origin}/`])
})
