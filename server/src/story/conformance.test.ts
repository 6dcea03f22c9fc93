import { afterAll, beforeAll, describe, test } from 'vitest'
import { openTestDatabase } from '../platform/testing.ts'
import { conformanceCases, type PlayableCase } from './conformance/index.ts'
import { tlsSettings } from './tls-for-stories.ts'
import { World } from './world.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** the row of the table that a test is */
    conformance?: Pick<PlayableCase, 'version' | 'block' | 'id' | 'subject' | 'notOffered'>
  }
}

describe('conformance', () => {
  const tls = tlsSettings(0)
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase(), undefined, {
      OCPP_CALL_TIMEOUT_SECONDS: '5',
      ...tls.env,
    })
  }, 60_000)
  afterAll(async () => {
    await world?.close()
    tls.remove()
  })

  for (const { play, alone, ...row } of conformanceCases) {
    const one = alone ? test : test.concurrent
    one(`${row.version} ${row.id} ${row.subject}`, ({ task }) => {
      task.meta.conformance = row
      return play(world)
    })
  }
})
