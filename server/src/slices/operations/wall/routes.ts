import { wall } from '@stationmaster/contract'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { type BoardParts, WallBoard } from './board.ts'
import { updateUsed } from './screen-store.ts'
import { addScreen, findScreen, revokeScreen, type ScreensParts, viewScreens } from './screens.ts'

/** The wall of a control room, for people and for screens that have a key. */
export function wallRoutes(rest: Rest, parts: BoardParts & ScreensParts): void {
  const { db, clock } = parts
  const board = new WallBoard(parts)

  route(
    rest,
    wall.get,
    ({ query }) => board.read(query.markers_since),
    ({ role, ownerId }) => role === 'administrator' || ownerId === null,
  )

  route(rest, wall.ofScreen, async ({ request, query }) => {
    const screen = await findScreen(db, request.headers.authorization)
    if (!screen) throw new Failure('auth.required')
    await updateUsed(db, screen.id, clock.now())
    return board.read(query.markers_since)
  })

  route(rest, wall.screens, () => viewScreens(db))
  route(rest, wall.addScreen, ({ caller, remoteAddress, body }) =>
    addScreen(parts, { caller, remoteAddress }, body.name),
  )
  route(rest, wall.revokeScreen, ({ caller, remoteAddress, params }) =>
    revokeScreen(parts, { caller, remoteAddress }, params.id),
  )
}
