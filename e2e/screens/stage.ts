import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { Sights } from '../routes.ts'

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** What the set-up has prepared for the workers that take the pictures. */
export interface Stage {
  url: string
  sights: Sights
  /** kept sign-ins */
  states: { administrator: State; operator: State }
}

const variable = 'STATIONMASTER_STAGE'

/** Hands the stage to the workers, which are processes of their own; gives what forgets it. */
export function keep(stage: Stage): () => void {
  const file = join(tmpdir(), `stationmaster-stage-${process.pid}.json`)
  writeFileSync(file, JSON.stringify(stage), { mode: 0o600 })
  process.env[variable] = file
  return () => rmSync(file)
}

export function readStage(): Stage {
  return JSON.parse(readFileSync(process.env[variable] ?? '', 'utf8'))
}
