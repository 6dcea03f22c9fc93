import { lazyRouteComponent } from '@tanstack/react-router'
import { doubtContact } from '../api/live/contact.ts'
import { unreachable } from '../api/tokens.ts'

/**
 * A page of its own file. Where the file is missing from a server that is there, the router loads the whole application anew,
 * of the present build; where there is no server, that would leave nothing to look at.
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
