import {
  disconnectReasons,
  energyWords,
  monetizations,
  sentCommands,
  type TimelineEvent,
  timelineActions,
} from '@stationmaster/contract'
import type { TFunction } from 'i18next'
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
      const wording: Wording = { t, saidOf: (kind, name) => (name === null ? '' : code(kind, name)) }
      const { kind } = event
      return isOfPeople(kind) ? wordsOfPeople(kind, event, wording) : wordsOfStation(kind, event, wording)
    },
    [t, code],
  )
}

interface Wording {
  t: TFunction
  /** A code in words; empty where there is none. */
  saidOf: (kind: CodeKind, name: string | null) => string
}

const kindsOfPeople = ['operation', 'action', 'maintenance', 'monetization', 'unanswered'] as const
type OfPeople = (typeof kindsOfPeople)[number]
type OfStation = Exclude<TimelineEvent['kind'], OfPeople>

const isOfPeople = (kind: TimelineEvent['kind']): kind is OfPeople => known(kindsOfPeople, kind) !== undefined

/** What people did with a station. */
function wordsOfPeople(kind: OfPeople, event: TimelineEvent, { t }: Wording): EventWords {
  const { connector, word, info, evses, by, cause } = event
  const place = evses
    ? t('timeline.evses', { count: evses.length, list: evses.join(', ') })
    : t('timeline.wholeStation')
  const byPerson = (what: string) => (by ? t('timeline.told', { what, who: by }) : what)
  switch (kind) {
    case 'operation':
      return said(
        byPerson(t(word === 'operative' ? 'timeline.operation.operative' : 'timeline.operation.inoperative')),
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
        info && t('codes.own', { word: info }),
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
  }
}

/** What a station reported, and its connection. */
function wordsOfStation(kind: OfStation, event: TimelineEvent, { t, saidOf }: Wording): EventWords {
  const { connector, word, before, error_code, info, firmware, firmware_before } = event
  const note = info && t('codes.own', { word: info })
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
    case 'status':
      return said(
        t('timeline.kind.status', { number: connector, status: saidOf('status', word) }),
        saidOf('error', error_code),
        note,
        before !== null && before !== word && t('timeline.before', { status: saidOf('status', before) }),
      )
    case 'security':
      return said(t('timeline.kind.security', { what: saidOf('security', word) }), note)
    case 'energy': {
      const what = known(energyWords, word)
      return said(what ? t(`timeline.energy.${what}`) : '')
    }
    case 'firmware':
      return said(t('timeline.kind.firmware', { step: saidOf('firmware', word) }))
  }
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
    case 'energy':
      return word === 'obeys' ? 'green' : 'orange'
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
