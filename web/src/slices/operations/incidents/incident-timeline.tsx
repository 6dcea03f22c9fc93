import { Textarea } from '@mantine/core'
import {
  contract,
  type IncidentEntry,
  type IncidentView,
  incidentCauses,
  incidentSeverities,
  repairs,
} from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { useTimeline } from './incident-queries.ts'
import classes from './incidents.module.css'
import { useCause } from './use-incident-words.ts'

export const longestNote = 2000

/** What happened to an incident, the newest first, and a place to add a comment. */
export function IncidentTimeline({ incident }: { incident: IncidentView }) {
  const { t } = useTranslation()
  const query = useTimeline(incident.id)
  return (
    <Panel title={t('incidents.timeline')} count={query.items && query.total} flush>
      {incident.can.includes('comment') && <CommentForm id={incident.id} />}
      {query.isError && !query.items ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ol className={classes.entries} aria-label={t('incidents.timeline')} aria-busy={!query.items}>
          {query.items?.map((entry) => (
            <Entry key={entry.id} entry={entry} location={incident.location?.name} />
          ))}
        </ol>
      )}
      {query.items && query.items.length > 0 && <LoadMore shown={query.items.length} query={query} />}
    </Panel>
  )
}

function CommentForm({ id }: { id: number }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const add = useChange({
    mutationFn: (words: string) =>
      request(contract.incidents.comment, { params: { id }, body: { text: words } }),
    onSuccess: () => {
      setText('')
      return client.invalidateQueries({ queryKey: ['incidents'] })
    },
  })
  return (
    <form
      className={classes.comment}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') add.mutate(text.trim())
      }}
    >
      <Textarea
        label={t('incidents.comment.label')}
        placeholder={t('incidents.comment.placeholder')}
        autosize
        minRows={2}
        maxLength={longestNote}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {add.isError && <FormError error={add.error} />}
      <ChangeButton
        type="submit"
        size="xs"
        variant="default"
        disabled={text.trim() === ''}
        loading={add.isPending}
      >
        {t('incidents.comment.add')}
      </ChangeButton>
    </form>
  )
}

function Entry({ entry, location }: { entry: IncidentEntry; location: string | undefined }) {
  const { t } = useTranslation()
  const detail = useDetail()(entry, location)
  const { at, kind, by, person, text } = entry
  return (
    <li className={classes.entry} data-by={by}>
      <p className={classes.what}>
        <b>{t(`incidents.entry.${kind}`)}</b>
        {detail && <span>{` · ${detail}`}</span>}
      </p>
      {text && <p className={classes.said}>{text}</p>}
      <p className={classes.quiet}>
        {person ?? t(`incidents.by.${by}`)} · <When at={at} style="fullSeconds" />
      </p>
    </li>
  )
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The numbers and names of an entry. */
function useDetail() {
  const { t } = useTranslation()
  const format = useFormat()
  const causeOf = useCause()
  const oneOf = <T extends string>(words: readonly T[], value: unknown) => words.find((one) => one === value)
  return ({ kind, data, station_id }: IncidentEntry, location: string | undefined): string | undefined => {
    const causeWord = oneOf(incidentCauses, data.cause)
    const [before, after] = [oneOf(incidentSeverities, data.from), oneOf(incidentSeverities, data.to)]
    const repair = oneOf(repairs, data.repair)
    if (kind === 'cause' && causeWord)
      return causeOf(causeWord, textOf(data.value) ?? null, location) ?? undefined
    if (kind === 'severity' && before && after)
      return `${t(`incidents.severity.${before}`)} → ${t(`incidents.severity.${after}`)}`
    if (kind === 'merged' && typeof data.into === 'number') return `#${data.into}`
    if (kind === 'assigned') return textOf(data.name) ?? t('incidents.nobody')
    if (kind === 'notified' || kind === 'escalated') return textOf(data.to)
    if (repair)
      return [t(`incidents.repair.${repair}`), station_id, textOf(data.reason)].filter(Boolean).join(' · ')
    return typeof data.count === 'number'
      ? t('incidents.affected', { n: format.number(data.count) })
      : undefined
  }
}
