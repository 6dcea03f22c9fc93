import { auth, type Manager, managers } from '@stationmaster/contract'
import { Failure } from '../../platform/failure.ts'
import { type Rest, route } from '../../platform/http.ts'
import { logIn, logOut, type ManagersParts, refresh } from './actions.ts'
import { findManager, listManagers, type ManagerRow } from './store.ts'

export function managerRoutes(rest: Rest, parts: ManagersParts): void {
  route(rest, auth.logIn, ({ body, remoteAddress }) => logIn(parts, { ...body, remoteAddress }))
  route(rest, auth.currentManager, async ({ caller }) => {
    const manager = await findManager(parts.db, caller.id)
    if (!manager) throw new Failure('auth.required')
    return managerView(manager)
  })
  route(rest, auth.createToken, ({ body }) =>
    refresh(parts, { email: body.email, refreshToken: body.refresh_token }),
  )
  route(rest, auth.logOut, async ({ body }) => {
    await logOut(parts, body.refresh_token)
    return undefined
  })
  route(rest, managers.list, async () => {
    const items = await listManagers(parts.db)
    return { items, total: items.length }
  })
}

const managerView = (manager: ManagerRow): Manager => ({
  id: manager.id,
  role: manager.role,
  first_name: manager.first_name,
  last_name: manager.last_name,
  email: manager.email,
  phone: manager.phone,
  avatar_url: manager.avatar_url,
  owner_id: manager.owner_id,
  default_payment_method_id: null,
  account_id: null,
  subscription_id: null,
  plan_id: null,
})
