/*
 * What the drawn pages /charge and /charge/{number} do in a browser, without the application: a station's page follows its connectors
 * and begins a session; the page without a number reads the code of a sticker with the camera.
 */

import type { DriverTokens } from '@stationmaster/contract'

/** without the live feed the page is read again this often */
const rereadMs = 15_000
/** changes come in swarms: the page is read once for them */
const gatherMs = 700
const requestKey = 'stationmaster.request'

const page = document.documentElement
const find = <E extends Element>(selector: string): E | null => document.querySelector<E>(selector)

// the pages of payment are shown in the language that was chosen here
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]'))
  link.addEventListener('click', () => {
    const language = link.dataset.language ?? ''
    localStorage.setItem('stationmaster.language', language)
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is there over TLS only
    document.cookie = `stationmaster.language=${language}; path=/; max-age=31536000; samesite=lax`
  })

const form = find<HTMLFormElement>('#begin')
if (form) followStation(form)
const scan = find<HTMLElement>('#scan')
if (scan) offerCamera(scan)

/** Keeps a station's page as its connectors stand, and sends what the driver has chosen. */
function followStation(begin: HTMLFormElement): void {
  const { number } = begin.dataset
  const fault = find<HTMLElement>('#fault')
  const buttons = {
    charge: begin.elements.namedItem('charge') as HTMLButtonElement,
    reserve: begin.elements.namedItem('reserve') as HTMLButtonElement,
  }
  let sending = false

  const chosen = () => find<HTMLInputElement>('[name="connector"]:checked')
  const show = () => {
    const connector = chosen()
    const open = connector !== null && !connector.disabled
    buttons.charge.disabled = sending || !open
    buttons.reserve.hidden = !open || connector.dataset.reserve === undefined
    buttons.reserve.disabled = sending
  }
  const say = (text: string | null) => {
    if (!fault) return
    fault.hidden = text === null
    fault.textContent = text
  }

  const reread = async () => {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null)
    if (!answer?.ok) return
    renew(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    show()
  }
  // where several stations have the number, the address names a connector of this one
  const named = new URLSearchParams(location.search).get('connector')
  follow(`/api/v1/driver/stations/${number}/live${named ? `?connector=${named}` : ''}`, reread)

  begin.addEventListener('change', () => {
    say(null)
    show()
  })
  begin.addEventListener('submit', (event) => {
    event.preventDefault()
    const connector = chosen()
    if (!connector || sending) return
    const order = orderOf(begin, connector, event.submitter)
    sending = true
    say(begin.dataset.busy ?? null)
    show()
    void send(`/api/v1/driver/stations/${number}/sessions`, order).then(async (sent) => {
      if (sent.token) return location.assign(`/pay/${sent.token}`)
      await reread()
      sending = false
      say(sent.error ?? begin.dataset.offline ?? null)
      show()
    })
  })
  addEventListener('pageshow', () => {
    sending = false
    say(null)
    void reread()
  })
  show()
}

/** What the driver has chosen, as the server takes it: kopecks, kWh, hours and minutes, percent. */
function orderOf(begin: HTMLFormElement, connector: HTMLInputElement, pressed: HTMLElement | null): object {
  const fields = new FormData(begin)
  const limit = String(fields.get('limit'))
  const value = Number(fields.get(limit))
  const limits: Record<string, object> = {
    amount: { limit_amount: value * 100 },
    kwh: { limit_kwh: value },
    minutes: { limit_hours: Math.floor(value / 60), limit_minutes: value % 60 },
    percents: { limit_percents: value },
  }
  const { quote } = connector.dataset
  return {
    connector_id: Number(connector.value),
    quote: quote ?? null,
    ...(quote ? limits[limit] : {}),
    reserve_minutes: Number(pressed?.getAttribute('value')) || null,
  }
}

/**
 * Sends an order. Until an answer has come it is sent again under the same id, also when the page was loaded again: nothing is ordered
 * twice.
 */
async function send(url: string, order: object): Promise<{ token?: string; error?: string }> {
  const what = JSON.stringify(order)
  const [before, idBefore] = (sessionStorage.getItem(requestKey) ?? '').split('\n')
  const id = before === what && idBefore ? idBefore : crypto.randomUUID()
  sessionStorage.setItem(requestKey, `${what}\n${id}`)
  const body = JSON.stringify({ ...order, request_id: id })
  const first = await post(url, body, driver.token())
  const answer = first?.status === 401 ? await post(url, body, await driver.renew()) : first
  const answered = (await answer?.json().catch(() => null)) ?? {}
  if (answer) sessionStorage.removeItem(requestKey)
  return answered
}

/** null: the server cannot be reached. */
const post = (url: string, body: string, token?: string): Promise<Response | null> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': page.lang,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body,
  }).catch(() => null)

/** The log-in of a driver with an account in this browser (slices/public/account); a driver who has none is a stranger. */
const driver = {
  key: 'stationmaster.driver',
  kept(): Partial<DriverTokens> {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? '{}') ?? {}
    } catch {
      return {}
    }
  },
  token(): string | undefined {
    return this.kept().access_token
  },
  /** New tokens for those that are too old; undefined: the log-in is over. */
  async renew(): Promise<string | undefined> {
    const { refresh_token } = this.kept()
    const answer = refresh_token
      ? await post('/api/v1/driver/auth/refresh', JSON.stringify({ refresh_token }))
      : null
    if (!answer?.ok) {
      if (answer?.status === 401) localStorage.removeItem(this.key)
      return undefined
    }
    const tokens: DriverTokens = await answer.json()
    localStorage.setItem(this.key, JSON.stringify(tokens))
    return tokens.access_token
  },
}

/** Takes over what may have changed on the page from one that was drawn just now; what the driver has chosen stays. */
function renew(fresh: Document): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const now = fresh.querySelector<HTMLElement>(`[data-live="${element.dataset.live}"]`)
    if (!now) continue
    if (element instanceof HTMLInputElement) {
      for (const name of ['data-quote', 'data-reserve', 'data-plugged', 'disabled']) {
        const value = now.getAttribute(name)
        if (value === null) element.removeAttribute(name)
        else element.setAttribute(name, value)
      }
    } else if (element.outerHTML !== now.outerHTML) element.replaceWith(now)
  }
}

/** Calls `reread` when the server says that something has changed, and now and then where it cannot say so. */
function follow(url: string, reread: () => Promise<void>): void {
  let waiting = 0
  const soon = () => {
    if (waiting) return
    waiting = setTimeout(() => {
      waiting = 0
      if (!document.hidden) void reread()
    }, gatherMs)
  }
  const source = new EventSource(url)
  source.addEventListener('message', soon)
  setInterval(() => {
    if (source.readyState !== EventSource.OPEN) soon()
  }, rereadMs)
  document.addEventListener('visibilitychange', soon)
  addEventListener('online', soon)
}

/** Lets the driver read the code of a sticker where the device has a camera; what decodes it is loaded with the first picture. */
function offerCamera(box: HTMLElement): void {
  const [button, video, status] = [
    box.querySelector('button'),
    box.querySelector('video'),
    box.querySelector('p'),
  ]
  if (!button || !video || !status || !navigator.mediaDevices) return
  box.hidden = false
  button.addEventListener('click', async () => {
    const { readCode } = await import('./scan.ts')
    const stream = await navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .catch(() => null)
    if (!stream) {
      status.textContent = box.dataset.denied ?? ''
      return
    }
    button.hidden = true
    video.hidden = false
    video.srcObject = stream
    await video.play()
    const stop = readCode(video, (text) => {
      const address = URL.canParse(text, location.href) ? new URL(text, location.href) : null
      if (address?.origin !== location.origin || !/^\/charge\/\d+$/.test(address.pathname)) {
        status.textContent = box.dataset.foreign ?? ''
        return
      }
      stop()
      for (const track of stream.getTracks()) track.stop()
      location.assign(address.href)
    })
  })
}
