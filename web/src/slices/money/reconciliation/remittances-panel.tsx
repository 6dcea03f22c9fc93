import { Button, FileButton } from '@mantine/core'
import { type BankLine, contract, type Remittance } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { startOf } from '../../../api/days.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconUpload } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './reconciliation.module.css'
import { useMending, useRemittances, useRemittedPayments } from './reconciliation-query.ts'

const tones: Record<Remittance['state'], Tone> = { paid: 'green', awaited: 'gray', missing: 'orange' }
/** so many are shown at first */
const shownFirst = 14

/** What providers pay into our account, each with its payments, and what of the bank's statement answers to none of it; who acts takes statements in. */
export function RemittancesPanel({ acts }: { acts: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useRemittances()
  const [all, setAll] = useState(false)
  const upload = useMending(async (file: File) =>
    request(contract.bank.upload, { body: { name: file.name.slice(0, 200), text: await textOf(file) } }),
  )
  const { remittances = [], unmatched = [] } = query.data ?? {}
  const shown = all ? remittances : remittances.slice(0, shownFirst)
  return (
    <Panel
      title={t('reconciliation.bank.title')}
      flush
      actions={acts && <UploadButton loading={upload.isPending} onFile={upload.mutate} />}
    >
      <p className={classes.about}>{t('reconciliation.bank.about')}</p>
      {upload.isError && <FormError error={upload.error} />}
      {upload.data && (
        <p className={classes.about} role="status">
          {t('reconciliation.bank.taken', {
            added: format.number(upload.data.added),
            known: format.number(upload.data.known),
            ignored: format.number(upload.data.ignored),
          })}
        </p>
      )}
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && remittances.length === 0 && (
        <EmptyState drawing="calm" title={t('reconciliation.bank.none')} />
      )}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label={t('reconciliation.bank.title')}>
          {shown.map((one) => (
            <RemittanceItem key={`${one.provider} ${one.from}`} one={one} />
          ))}
        </ul>
      )}
      {!all && remittances.length > shownFirst && (
        <Button variant="subtle" size="xs" m="sm" onClick={() => setAll(true)}>
          {t('common.loadMore')}
        </Button>
      )}
      {unmatched.length > 0 && <UnmatchedLines lines={unmatched} />}
    </Panel>
  )
}

/** Chooses the file of a bank statement. */
function UploadButton({ loading, onFile }: { loading: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation()
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      resetRef={reset}
      onChange={(file) => {
        if (file) onFile(file)
        // the same file may be chosen again
        reset.current?.()
      }}
      accept=".csv,.xml,.txt,text/csv,text/xml"
    >
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          loading={loading}
          leftSection={<IconUpload size={16} stroke={1.75} />}
        >
          {t('reconciliation.bank.upload')}
        </Button>
      )}
    </FileButton>
  )
}

/** Lines of bank statements that belong to no remittance. */
function UnmatchedLines({ lines }: { lines: readonly BankLine[] }) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={classes.subtitle}>{t('reconciliation.bank.unmatched')}</h3>
      <ul className={classes.list} aria-label={t('reconciliation.bank.unmatched')}>
        {lines.map((line) => (
          <li key={line.id} className={classes.item}>
            <LineFacts line={line} />
            <Money minor={line.amount} unit />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A statement's text: banks write UTF-8, and older ones the Cyrillic letters of Windows. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

function LineFacts({ line }: { line: BankLine }) {
  const format = useFormat()
  return (
    <p className={classes.facts}>
      <span>{format.when(new Date(startOf(line.booked_on)), 'day')}</span>
      {[line.counterparty, line.purpose, line.reference].filter(Boolean).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  )
}

function RemittanceItem({ one }: { one: Remittance }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const day = (text: string) => format.when(new Date(startOf(text)), 'day')
  const days = one.from === one.to ? day(one.to) : `${day(one.from)} – ${day(one.to)}`
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          {days}, {one.provider}{' '}
          <Badge tone={tones[one.state]}>{t(`reconciliation.bank.state.${one.state}`)}</Badge>
        </p>
        <p className={classes.facts}>
          <span>{t('reconciliation.bank.captured', { amount: format.money(one.captured) })}</span>
          {one.refunded > 0 && (
            <span>{t('reconciliation.bank.refunded', { amount: format.money(one.refunded) })}</span>
          )}
          <span>{t('reconciliation.bank.fee', { amount: format.money(one.fee) })}</span>
        </p>
        {one.line && <LineFacts line={one.line} />}
        {open && <Beneath of={one} />}
      </div>
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('reconciliation.bank.payments', { count: one.payments, n: format.number(one.payments) })}
        </Button>
        <strong>
          <Money minor={one.amount} unit />
        </strong>
      </div>
    </li>
  )
}

/** The payments of a remittance. */
function Beneath({ of }: { of: Remittance }) {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const query = useRemittedPayments(of)
  if (query.isError) return <p role="alert">{errorText(query.error)}</p>
  if (!query.data) return <p aria-busy="true">…</p>
  return (
    <ul className={classes.beneath} aria-label={t('reconciliation.bank.beneath')}>
      {query.data.map(({ order_id: id, payment_ref, day, captured, refunded, fee }) => (
        <li key={`${payment_ref} ${day} ${captured} ${refunded}`} className={classes.facts}>
          <Link to="/orders/$orderId/information" params={{ orderId: String(id) }}>
            {t('payments.order', { id })}
          </Link>
          <Money minor={captured - refunded} unit />
          {fee > 0 && <span>{t('reconciliation.bank.fee', { amount: format.money(fee) })}</span>}
        </li>
      ))}
    </ul>
  )
}
