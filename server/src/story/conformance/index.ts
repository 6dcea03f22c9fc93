import type { World } from '../world/world.ts'
import type { Block, ConformanceCase } from './case.ts'
import type { Stage } from './stage.ts'
import { Stage16 } from './stage16.ts'
import { Stage21 } from './stage21.ts'
import { Stage201 } from './stage201.ts'
import { authorization } from './v16/authorization.ts'
import { commands } from './v16/commands.ts'
import { dataTransfer } from './v16/data-transfer.ts'
import { files } from './v16/files.ts'
import { localList } from './v16/local-list.ts'
import { remoteTrigger } from './v16/remote-trigger.ts'
import { reservations } from './v16/reservations.ts'
import { security } from './v16/security.ts'
import { sessions } from './v16/sessions.ts'
import { smartCharging } from './v16/smart-charging.ts'
import { certificates } from './v21/certificates.ts'
import { frames } from './v21/frames.ts'
import { notices } from './v21/notices.ts'
import { transactions } from './v21/transactions.ts'
import { webPayment } from './v21/web-payment.ts'
import { blockA } from './v201/a-security.ts'
import { blockB } from './v201/b-provisioning.ts'
import { blockC } from './v201/c-authorization.ts'
import { blockD } from './v201/d-local-list.ts'
import { blockEStart } from './v201/e-start.ts'
import { blockEStop } from './v201/e-stop.ts'
import { blockF } from './v201/f-remote-control.ts'
import { blockG } from './v201/g-availability.ts'
import { blockH } from './v201/h-reservations.ts'
import { blocksIJ } from './v201/i-j-meter.ts'
import { blockK } from './v201/k-smart-charging.ts'
import { blockL } from './v201/l-firmware.ts'
import { blockM } from './v201/m-certificates.ts'
import { blockN } from './v201/n-diagnostics.ts'
import { blocksOP } from './v201/o-p-messages.ts'

/** A case with its place in the table, bound to the stage of its version. */
export interface PlayableCase {
  version: string
  block: string
  id: string
  subject: string
  notOffered?: string
  alone: boolean
  /** `roots`: the authorities of the server's certificates, PEM */
  play(world: World, roots: readonly string[]): Promise<void>
}

/** Every case, in the order of the table. */
export const conformanceCases: readonly PlayableCase[] = [
  ...playable('OCPP 1.6', Stage16, [
    sessions,
    commands,
    authorization,
    localList,
    files,
    reservations,
    remoteTrigger,
    smartCharging,
    dataTransfer,
    security,
  ]),
  ...playable('OCPP 2.0.1', Stage201, [
    blockA,
    blockB,
    blockC,
    blockD,
    blockEStart,
    blockEStop,
    blockF,
    blockG,
    blockH,
    blocksIJ,
    blockK,
    blockL,
    blockM,
    blockN,
    blocksOP,
  ]),
  // what 2.1 shares with 2.0.1 is one code: of the cases of 2.0.1 it plays those of sessions, remote control, limits and certificates
  ...playable('OCPP 2.1', Stage21, [
    frames,
    notices,
    transactions,
    certificates,
    webPayment,
    blockEStart,
    blockF,
    blockK,
    blockM,
  ]),
]

function playable<S extends Stage>(
  version: string,
  StageOf: new (world: World, roots: readonly string[]) => S,
  blocks: readonly Block<S>[],
): PlayableCase[] {
  return blocks.flatMap(({ title, cases }) =>
    cases.map((one) => ({
      version,
      block: title,
      id: one.id,
      subject: one.subject,
      ...(one.notOffered === undefined ? {} : { notOffered: one.notOffered }),
      alone: one.alone ?? false,
      play: (world, roots) => playOn(new StageOf(world, roots), one),
    })),
  )
}

/** Plays a case on a station of its own; fails when the case fails, or when the central system breaks the standard. */
async function playOn<S extends Stage>(stage: S, { play }: ConformanceCase<S>): Promise<void> {
  await stage.place()
  let faults: readonly string[] = []
  try {
    await play(stage)
  } finally {
    faults = stage.leave()
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
