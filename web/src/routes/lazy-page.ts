import { lazyRouteComponent } from '@tanstack/react-router'
import { doubtContact } from '../api/live/contact.ts'
import { unreachable } from '../api/tokens.ts'

/**
 * A page in a file of its own. Where a reachable server does not have the file, the router reloads the whole application in its
 * present build; without a reachable server that would leave an empty screen.
 */
export const lazyPage = <M extends Record<string, unknown>, Name extends keyof M>(
  load: () => Promise<M>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (error) {
      throw (await doubtContact()) ? error : unreachable()
    }
  }, name)
