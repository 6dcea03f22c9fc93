import {
  disconnectReasons,
  monetizations,
  sentCommands,
  type TimelineEvent,
  timelineActions,
} from '@stationmaster/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type CodeKind, useCode } from '../../../i18n/use-code.ts'

const known = <T extends string>(words: readonly T[], word: string | null): T | undefined =>
  words.find((one) => one === word)

/** An event in plain words: the event itself, and its details. */
export interface EventWords {
  title: string
  details: string[]
}

/** Writes an event in the shown language. */
export function useEventWords(): (event: TimelineEvent) => EventWords {
  const { t } = useTranslation()
  const code = useCode()
  return useCallback(
    (event) => {
      const { kind, connector, word, before, error_code, info, firmware, firmware_before, evses, by, cause } =
        event
      const saidOf = (kind: CodeKind, name: string | null) => (name === null ? '' : code(kind, name))
      const note = info && t('codes.own', { word: info })
      const status = (name: string | null) => saidOf('status', name)
      const place = evses
        ? t('timeline.evses', { count: evses.length, list: evses.join(', ') })
        : t('timeline.wholeStation')
      const byPerson = (what: string) => (by ? t('timeline.told', { what, who: by }) : what)
      switch (kind) {
        case 'connected':
          return said(t(word === 'replaced' ? 'timeline.kind.replaced' : 'timeline.kind.connected'))
        case 'disconnected': {
          const reason = known(disconnectReasons, word)
          return said(t('timeline.kind.disconnected'), reason && t(`timeline.disconnect.${reason}`))
        }
        case 'unwatched':
          return said(t('timeline.kind.unwatched'), t('timeline.kind.unwatchedNote'))
        case 'booted': {
          const reason = saidOf('boot', word)
          return said(
            reason ? t('timeline.kind.bootedBecause', { reason }) : t('timeline.kind.booted'),
            firmware_before
              ? t('timeline.firmwareChange', { before: firmware_before, version: firmware })
              : firmware && t('timeline.firmwareNow', { version: firmware }),
          )
        }
        case 'status': {
          return said(
            t('timeline.kind.status', { number: connector, status: status(word) }),
            saidOf('error', error_code),
            note,
            before !== null && before !== word && t('timeline.before', { status: status(before) }),
          )
        }
        case 'security':
          return said(t('timeline.kind.security', { what: saidOf('security', word) }), note)
        case 'operation':
          return said(
            byPerson(
              t(word === 'operative' ? 'timeline.operation.operative' : 'timeline.operation.inoperative'),
            ),
            place,
          )
        case 'action': {
          const one = known(timelineActions, word)
          const where = connector === null ? evses && place : t('timeline.ofConnector', { number: connector })
          return said(byPerson(one ? t(`timeline.action.${one}`) : (word ?? '')), where)
        }
        case 'maintenance':
          return said(
            byPerson(t(word === 'begun' ? 'timeline.maintenance.begun' : 'timeline.maintenance.ended')),
            note,
          )
        case 'monetization': {
          const way = known(monetizations, word)
          return said(
            byPerson(way ? t(`timeline.monetization.${way}`) : ''),
            cause && t(`timeline.cause.${cause}`),
          )
        }
        case 'unanswered': {
          const what = known(sentCommands, word)
          return said(
            byPerson(t('timeline.kind.unanswered', { what: what ? t(`timeline.sent.${what}`) : '' })),
            connector !== null && t('timeline.ofConnector', { number: connector }),
            t('timeline.kind.unansweredNote'),
          )
        }
        case 'firmware':
          return said(t('timeline.kind.firmware', { step: saidOf('firmware', word) }))
      }
    },
    [t, code],
  )
}

const said = (title: string, ...details: (string | null | undefined | false)[]): EventWords => ({
  title,
  details: details.filter((detail) => typeof detail === 'string' && detail !== '') as string[],
})

const bad = new Set(['DownloadFailed', 'InstallVerificationFailed', 'InstallationFailed', 'InvalidSignature'])

/** How an event is coloured: a fault or an end in red, what came back in green, what people should know in orange. */
export function toneOf({
  kind,
  word,
  before,
}: TimelineEvent): 'red' | 'green' | 'orange' | 'blue' | 'violet' | 'gray' {
  switch (kind) {
    case 'disconnected':
      return 'red'
    case 'connected':
      return 'green'
    case 'unwatched':
      return 'gray'
    case 'unanswered':
      return 'orange'
    case 'booted':
      return 'violet'
    case 'security':
      return 'orange'
    case 'firmware':
      return bad.has(word ?? '') ? 'red' : 'violet'
    case 'operation':
      return word === 'operative' ? 'green' : 'orange'
    case 'maintenance':
      return word === 'begun' ? 'orange' : 'green'
    case 'monetization':
      return word === 'paid' ? 'green' : 'orange'
    case 'action':
      return 'violet'
    case 'status':
      if (word === 'Faulted') return 'red'
      if (word === 'Unavailable') return 'orange'
      if (word === 'Available') return before === 'Faulted' || before === 'Unavailable' ? 'green' : 'gray'
      return 'blue'
  }
}
