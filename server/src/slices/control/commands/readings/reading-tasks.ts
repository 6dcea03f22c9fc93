import { randomInt } from 'node:crypto'
import type { ReadingQuestion } from '@stationmaster/contract'
import {
  type CommandFindings,
  type ShownText,
  type StationCommand,
  withoutUndefined,
} from '@stationmaster/ocpp'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Readable } from '../../../../platform/schema/column-types.ts'
import { listRunning } from '../../../charging/orders/measuring/running-store.ts'
import {
  updateSettings,
  upsertConfigurationRequest,
  withoutSecret,
} from '../../../stations/stations/description/configuration-store.ts'
import {
  addOwnMonitor,
  nextTextId,
  type ReadingKind,
  removeOwnMonitors,
  updateQuestionRefused,
  updateReadings,
  upsertQuestion,
} from '../../tasks/reading-store.ts'
import type { BodyOf, Prepared, Preparing, TaskParts } from '../prepared.ts'
import { goneMonitors } from './reading-rules.ts'

type ReadingTask =
  | 'read_texts'
  | 'show_text'
  | 'hide_text'
  | 'read_report'
  | 'read_monitors'
  | 'watch'
  | 'unwatch'
  | 'monitoring_base'
  | 'monitoring_level'

/** Tasks that make an earlier answer obsolete, with the task that reads it again. */
export const readAfter = {
  show_text: 'read_texts',
  hide_text: 'read_texts',
  watch: 'read_monitors',
  unwatch: 'read_monitors',
  monitoring_base: 'read_monitors',
} as const

interface Question {
  kind: ReadingKind
  question: ReadingQuestion
  /** the answer holds all settings too */
  settings?: boolean
  command(requestId: number): StationCommand
  /** the items that the answer itself holds; undefined where they are reported later */
  itemsOf(findings: CommandFindings): readonly Readable[] | undefined
}

/** Requests items that are reported later under a number of their own; an answer that there are none counts too. */
async function prepareQuestion(
  { db, clock }: TaskParts,
  stationId: string,
  { kind, question, settings = false, command, itemsOf }: Question,
): Promise<Prepared> {
  const requestId = randomInt(1, 2 ** 31 - 1)
  const at = clock.now()
  await upsertQuestion(db, { stationId, kind, requestId, question, at })
  if (settings) await upsertConfigurationRequest(db, stationId, requestId, at)
  return {
    sends: command(requestId),
    answered: async (accepted, _status, findings) => {
      const items = itemsOf(findings)
      const part = { stationId, requestId, more: false, at: clock.now() }
      if (items) await updateReadings(db, [{ ...part, kind, items }])
      else if (!accepted) await updateQuestionRefused(db, { stationId, kind, requestId })
      if (settings && findings.settings) await updateSettings(db, [{ ...part, settings: findings.settings }])
    },
    tells: (findings) => (itemsOf(findings) ? { accepted: true } : {}),
  }
}

const questionOf = ({ of, criteria, component, name }: BodyOf<'read_report'>): ReadingQuestion =>
  withoutUndefined<ReadingQuestion>({ of, criteria, component, name })

/** The transaction of a session that runs on a station; throws order.not_running. */
async function transactionOf({ db }: TaskParts, stationId: string, orderId: number): Promise<string> {
  const order = (await listRunning(db, stationId)).find(({ id }) => id === orderId)
  if (!order?.transactionId) throw new Failure('order.not_running')
  return order.transactionId
}

export const preparingReadings: Pick<Preparing, ReadingTask> = {
  read_texts: (parts, _by, { id }) =>
    prepareQuestion(parts, id, {
      kind: 'texts',
      question: { of: 'all' },
      command: (requestId) => ({ type: 'texts', requestId }),
      itemsOf: ({ texts }) => texts,
    }),
  async show_text(parts, _by, { id }, { task: _, text_id, order_id, ...text }) {
    const transactionId = order_id === undefined ? undefined : await transactionOf(parts, id, order_id)
    const textId = text_id ?? (await nextTextId(parts.db))
    return {
      sends: { type: 'show_text', shown: withoutUndefined<ShownText>({ textId, ...text, transactionId }) },
    }
  },
  hide_text: (_parts, _by, _station, { text_id }) => ({ sends: { type: 'hide_text', textId: text_id } }),
  read_report(parts, _by, { id }, body) {
    const { of, criteria = [], component, name } = body
    const about = { kind: 'report', question: questionOf(body), itemsOf: settingsToKeep } as const
    return prepareQuestion(
      parts,
      id,
      of === 'chosen'
        ? {
            ...about,
            command: (requestId) =>
              withoutUndefined({ type: 'report' as const, requestId, criteria, component, name }),
          }
        : {
            ...about,
            settings: of === 'full',
            command: (requestId) => ({ type: 'settings', requestId, extent: of }),
          },
    )
  },
  read_monitors: (parts, _by, { id }) =>
    prepareQuestion(parts, id, {
      kind: 'monitors',
      question: { of: 'all' },
      command: (requestId) => ({ type: 'monitors', requestId }),
      itemsOf: ({ monitors }) => monitors,
    }),
  watch: ({ db, clock }, _by, { id }, { task: _, ...watched }) => ({
    sends: { type: 'watch', watched },
    answered: async (accepted, _status, { monitorId }) => {
      if (accepted && monitorId !== undefined) await addOwnMonitor(db, id, monitorId, clock.now())
    },
  }),
  unwatch: ({ db }, _by, { id }, body) => ({
    sends: { type: 'unwatch', monitorId: body.monitor_id },
    answered: (accepted) => removeOwnMonitors(db, id, goneMonitors(body, accepted)),
  }),
  monitoring_base: ({ db }, _by, { id }, body) => ({
    sends: { type: 'monitoring_base', base: body.base },
    answered: (accepted) => removeOwnMonitors(db, id, goneMonitors(body, accepted)),
  }),
  monitoring_level: (_parts, _by, _station, { severity }) => ({
    sends: { type: 'monitoring_level', severity },
  }),
}

const settingsToKeep = ({ settings }: CommandFindings) => settings?.map(withoutSecret)
