import type { Rest } from '../platform/http/http.ts'
import type { ImportsParts } from '../slices/operations/imports/actions.ts'
import { importRoutes } from '../slices/operations/imports/routes.ts'
import { takeoverRoutes } from '../slices/operations/takeover/routes.ts'
import type { Takeovers } from '../slices/operations/takeover/takeover.ts'

/** What comes in by files and from other systems. */
export function bindComing(rest: Rest, parts: ImportsParts & { takeovers: Takeovers }): void {
  importRoutes(rest, parts)
  takeoverRoutes(rest, { db: parts.db, runs: parts.takeovers })
}
