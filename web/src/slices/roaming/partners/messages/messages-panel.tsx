import { Checkbox, Select, Skeleton, UnstyledButton } from '@mantine/core'
import type { PartnerMessageView, RoamingPartner } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { MoreButton } from '../../../../ui/buttons/more-button.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconArrowLeft, IconArrowRight, IconChevronRight } from '../../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { Payload } from '../../../../ui/words/payload.tsx'
import { type MessageFilter, messageQuery, useMessages } from '../partner-queries.ts'
import classes from './messages-panel.module.css'

/** The calls between a partner and us, at first those of one module where it is given, newest first, each with both bodies. */
export function MessagesPanel({
  partner,
  module,
}: { partner: RoamingPartner } & Pick<Partial<MessageFilter>, 'module'>) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<MessageFilter>({ module, failed: false })
  const query = useMessages(partner.id, filter)
  const modules = ['versions', ...new Set(partner.modules.map(({ module }) => module))]
  return (
    <Panel
      title={t('roaming.messages.title')}
      flush
      filters={
        <div className={classes.filters}>
          <Select
            aria-label={t('roaming.messages.module')}
            placeholder={t('roaming.messages.allModules')}
            clearable
            data={modules}
            value={filter.module ?? null}
            onChange={(module) => setFilter({ ...filter, module: module ?? undefined })}
          />
          <Checkbox
            label={t('roaming.messages.failedOnly')}
            checked={filter.failed}
            onChange={(event) => setFilter({ ...filter, failed: event.currentTarget.checked })}
          />
        </div>
      }
    >
      {query.isError && !query.items ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.items ? (
        <Rows partnerId={partner.id} messages={query.items} />
      ) : (
        <div className={classes.bones} aria-busy="true">
          <Skeleton height={12} />
          <Skeleton height={12} />
          <Skeleton height={12} />
        </div>
      )}
      <MoreButton query={query} />
    </Panel>
  )
}

function Rows({ partnerId, messages }: { partnerId: number; messages: readonly PartnerMessageView[] }) {
  const { t } = useTranslation()
  if (messages.length === 0)
    return (
      <EmptyState drawing="calm" title={t('roaming.messages.none')} text={t('roaming.messages.noneText')} />
    )
  return (
    <ol className={classes.list} aria-label={t('roaming.messages.title')}>
      {messages.map((message) => (
        <Row key={message.id} partnerId={partnerId} message={message} />
      ))}
    </ol>
  )
}

/** One call: who made it, what, when, and what came of it; both bodies when open. */
function Row({ partnerId, message }: { partnerId: number; message: PartnerMessageView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { at, direction, module, method, failed } = message
  const Arrow = direction === 'in' ? IconArrowLeft : IconArrowRight
  const time = format.when(new Date(at), 'fullSeconds')
  return (
    <li className={classes.row} data-failed={failed || undefined}>
      <UnstyledButton
        className={classes.head}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={14} className={classes.chevron} aria-hidden="true" />
        <time className={classes.time} dateTime={at}>
          {time}
        </time>
        <span className={classes.direction}>
          <Arrow size={16} stroke={1.75} aria-hidden="true" />
          {t(`roaming.messages.${direction}`)}
        </span>
        <span className={classes.action}>
          {method} {module}
        </span>
        <span className={classes.outcome}>{useOutcome(message)}</span>
        <span className={classes.took}>
          {t('units.millisecond', { n: format.number(message.duration_ms) })}
        </span>
      </UnstyledButton>
      {open && (
        <div className={classes.bodies} id={id}>
          <Bodies partnerId={partnerId} message={message} />
        </div>
      )}
    </li>
  )
}

/** The statuses, or why there is none. */
function useOutcome({ fault, http_status: http, ocpi_status: ocpi }: PartnerMessageView): string {
  const { t } = useTranslation()
  if (http === null) return fault ? t(`roaming.problems.${fault}`) : ''
  return [`HTTP ${http}`, ocpi !== null && `OCPI ${ocpi}`].filter(Boolean).join(' · ')
}

function Bodies({ partnerId, message }: { partnerId: number; message: PartnerMessageView }) {
  const { t } = useTranslation()
  const query = useQuery(messageQuery(partnerId, message.id))
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton height={72} />
  const { request_body: sent, answer_body: answer } = query.data
  const facts = [message.version && `OCPI ${message.version}`, message.request_id].filter(Boolean).join(' · ')
  return (
    <>
      <Payload
        title={t('roaming.messages.request')}
        facts={facts}
        value={`${message.method} ${message.path}${sent ? `\n\n${indented(sent)}` : ''}`}
      />
      <Payload
        title={t('roaming.messages.answer')}
        value={answer ? indented(answer) : t('roaming.messages.noBody')}
      />
    </>
  )
}

/** JSON with one field a line; what was cut, or is none, stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
