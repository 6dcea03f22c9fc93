import { managers } from '@stationmaster/contract'
import { type Rest, route } from '../../platform/http.ts'
import type { Db } from '../../platform/schema.ts'
import { listManagers } from './store.ts'

export function managerRoutes(rest: Rest, { db }: { db: Db }): void {
  route(rest, managers.list, async () => {
    const items = await listManagers(db)
    return { items, total: items.length }
  })
}
