import type {
  BalancePosting,
  contract,
  DriverAccount,
  DriverCard,
  DriverDevices,
  DriverOrder,
  DriverOrderDetails,
  DriverTag,
  DriverTokens,
  DriverTopUp,
  PushSubscribed,
  TagProof,
} from '@stationmaster/contract'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { driverSession } from '../../../api/driver/driver-session.ts'
import { callAccount, callAuth, callCounted } from './account-call.ts'
import { thisDevice } from './settings/this-device.ts'

/** Everything that is known of the driver, forgotten with the log-in. */
const accountKey = ['driver-account'] as const
const pageSize = 20

export const meQuery = queryOptions({
  queryKey: [...accountKey, 'me'],
  queryFn: ({ signal }) => callAccount<DriverAccount>('me', { signal }),
})

/** A list that is loaded page by page. */
const pagesOf = <Row>(name: 'orders' | 'postings') =>
  infiniteQueryOptions({
    queryKey: [...accountKey, name],
    queryFn: ({ pageParam, signal }) =>
      callCounted<Row>(`me/${name}?limit=${pageSize}&offset=${pageParam}`, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0)
      return shown < total ? shown : undefined
    },
  })

export const ordersQuery = pagesOf<DriverOrder>('orders')
export const postingsQuery = pagesOf<BalancePosting>('postings')

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [...accountKey, 'order', id],
    queryFn: ({ signal }) => callAccount<DriverOrderDetails>(`me/orders/${id}`, { signal }),
  })

/** The card, loaded again while it is checked. */
export const cardQuery = queryOptions({
  queryKey: [...accountKey, 'card'],
  queryFn: ({ signal }) => callAccount<DriverCard>('me/card', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.check?.state === 'asking' || data?.check?.state === 'action' ? 1000 : false,
})

/** A payment into the balance, loaded again until it has an end. */
export const topUpQuery = (id: number) =>
  queryOptions({
    queryKey: [...accountKey, 'top-up', id],
    queryFn: ({ signal }) => callAccount<DriverTopUp>(`me/top-ups/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'under_way' || data?.state === 'action' ? 1000 : false,
  })

/** The driver's charging cards; loaded again while one is to be shown at a station. */
export const tagsQuery = queryOptions({
  queryKey: [...accountKey, 'tags'],
  queryFn: ({ signal }) => callAccount<{ tags: DriverTag[]; proofs: TagProof[] }>('me/tags', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.proofs.length ? 1500 : false),
})

/** The devices that get notices of the driver's sessions. */
export const devicesQuery = queryOptions({
  queryKey: [...accountKey, 'devices'],
  queryFn: ({ signal }) => callAccount<DriverDevices>('me/devices', { signal }),
})

type TopUp = (typeof contract.driverMoney.topUp)['body']['_zod']['input']
type NewCard = (typeof contract.driverMoney.saveCard)['body']['_zod']['input']
type Change = (typeof contract.driverAccount.change)['body']['_zod']['input']
type NewTag = (typeof contract.driverTags.add)['body']['_zod']['input']
/** An e-mail address or a phone number. */
export type Contact = { email: string } | { phone: string }

const tagPath = (token: string) => `me/tags/${encodeURIComponent(token)}`

/** What a driver does with the account. Each throws ApiError. */
export const accountActs = {
  payLink: (orderId: number) =>
    callAccount<{ token: string }>(`me/orders/${orderId}/pay-links`, { method: 'POST' }),
  sendCode: (contact: Contact) => callAuth('code', contact),
  logIn: async (proven: Contact & { code: string }) =>
    driverSession.keep(await callAuth<DriverTokens>('sign-in', proven)),
  saveCard: (body: NewCard) => callAccount<DriverCard>('me/card', { method: 'POST', body }),
  removeCard: () => callAccount('me/card', { method: 'DELETE' }),
  topUp: (body: TopUp) => callAccount<DriverTopUp>('me/top-ups', { method: 'POST', body }),
  addTag: (body: NewTag) => callAccount<TagProof>('me/tags', { method: 'POST', body }),
  blockTag: (token: string) =>
    callAccount<DriverTag>(tagPath(token), { method: 'PATCH', body: { blocked: true } }),
  removeTag: (token: string) => callAccount(tagPath(token), { method: 'DELETE' }),
  addDevice: (body: PushSubscribed) => callAccount<{ id: number }>('me/devices', { method: 'POST', body }),
  removeDevice: (id: number) => callAccount(`me/devices/${id}`, { method: 'DELETE' }),
  change: (body: Change) => callAccount<DriverAccount>('me', { method: 'PATCH', body }),
  askContact: (contact: Contact) => callAccount('me/contact/code', { method: 'POST', body: contact }),
  changeContact: (proven: Contact & { code: string }) =>
    callAccount<DriverAccount>('me/contact', { method: 'PUT', body: proven }),
  askDeletion: () => callAccount('me/deletion/code', { method: 'POST' }),
  delete: (code: string) => callAccount('me/deletion', { method: 'POST', body: { code } }),
}

/** how long a log-out waits for the notices to this device to end */
const noticesEndMs = 3000

/** Ends the log-in here, with the notices to this device, whatever the server says, and forgets what it has shown. */
export async function logOut(client: QueryClient): Promise<void> {
  const device = thisDevice.read()
  thisDevice.forget()
  if (device !== null) {
    const sent = { method: 'DELETE', signal: AbortSignal.timeout(noticesEndMs) } as const
    await callAccount(`me/devices/${device}`, sent).catch(() => undefined)
  }
  const refreshToken = driverSession.get()?.refresh_token
  driverSession.clear()
  client.removeQueries({ queryKey: accountKey })
  if (refreshToken) await callAuth('log-out', { refresh_token: refreshToken }).catch(() => undefined)
}
