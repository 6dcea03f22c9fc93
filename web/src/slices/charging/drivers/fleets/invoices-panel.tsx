import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { contract, type Fleet, type FleetInvoice, statementPaymentBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { addDays, monthStart, startOf, today } from '../../../../api/days.ts'
import { network } from '../../../../api/network.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { LoadMore } from '../../../../ui/buttons/load-more.tsx'
import { Money } from '../../../../ui/figures/quantity.tsx'
import { Badge } from '../../../../ui/figures/status.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconDownload, IconFileInvoice } from '../../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../../ui/tables/data-table.tsx'
import { useReloadDrivers } from '../driver-queries.ts'
import classes from '../drivers.module.css'
import { useFleetInvoices, useInvoiceDownload } from './fleet-queries.ts'

/** The month before this one, YYYY-MM. */
const lastMonth = (): string => addDays(`${today().slice(0, 7)}-01`, -1).slice(0, 7)

/** The invoices of a fleet: issue the one of a month, download it, mark it as paid. */
export function InvoicesPanel({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation()
  const query = useFleetInvoices(fleet.id)
  const [issuing, setIssuing] = useState(false)
  const [paying, setPaying] = useState<FleetInvoice | null>(null)
  const download = useInvoiceDownload()
  const columns = useColumns(setPaying, download.mutate)
  return (
    <Panel
      title={t('drivers.invoices.title')}
      count={query.items && query.total}
      flush
      actions={
        <Button size="xs" leftSection={<IconFileInvoice size={16} />} onClick={() => setIssuing(true)}>
          {t('drivers.invoices.issue')}
        </Button>
      }
    >
      {download.isError && <FormError error={download.error} />}
      {query.isError && !query.items ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('drivers.invoices.title')}
          columns={columns}
          rows={query.items}
          rowKey={({ id }) => id}
          skeletonRows={3}
          empty={<p className={classes.empty}>{t('drivers.invoices.empty')}</p>}
          phoneRow={(invoice) => (
            <ListRow
              top={invoice.number}
              bottom={<Paid invoice={invoice} />}
              right={<Money minor={invoice.amount} unit />}
              rightBottom={<Deeds invoice={invoice} onPay={setPaying} onDownload={download.mutate} />}
            />
          )}
        />
      )}
      {query.items && query.items.length > 0 && <LoadMore shown={query.items.length} query={query} />}
      {issuing && <IssueDialog fleet={fleet} onClose={() => setIssuing(false)} />}
      {paying && <PayDialog invoice={paying} onClose={() => setPaying(null)} />}
    </Panel>
  )
}

interface DeedsProps {
  invoice: FleetInvoice
  onPay: (invoice: FleetInvoice) => void
  onDownload: (id: number) => void
}

function useColumns(
  onPay: DeedsProps['onPay'],
  onDownload: DeedsProps['onDownload'],
): Column<FleetInvoice>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'number',
      head: t('drivers.invoices.number'),
      grows: true,
      cell: ({ number, month }) => <TwoLines top={number} bottom={format.when(monthStart(month), 'month')} />,
    },
    {
      key: 'sessions',
      head: t('drivers.invoices.sessions'),
      align: 'right',
      hideBelow: 'md',
      cell: ({ sessions }) => format.number(sessions),
    },
    {
      key: 'amount',
      head: t('drivers.invoices.amount', { currency: network.currencySign }),
      align: 'right',
      cell: ({ amount }) => <Money minor={amount} />,
    },
    {
      key: 'state',
      head: t('drivers.columns.state'),
      cell: (invoice) => <Paid invoice={invoice} />,
    },
    {
      key: 'deeds',
      head: t('drivers.groups.deeds'),
      silent: true,
      align: 'right',
      cell: (invoice) => <Deeds invoice={invoice} onPay={onPay} onDownload={onDownload} />,
    },
  ]
}

function Paid({ invoice: { paid_on: day } }: { invoice: FleetInvoice }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (day === null) return <Badge tone="orange">{t('drivers.invoices.open')}</Badge>
  const on = format.when(new Date(startOf(day)), 'day')
  return <Badge tone="green">{t('drivers.invoices.paid', { day: on })}</Badge>
}

function Deeds({ invoice, onPay, onDownload }: DeedsProps) {
  const { t } = useTranslation()
  const { id, number, can } = invoice
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {can.pay && (
        <Button size="compact-sm" variant="default" onClick={() => onPay(invoice)}>
          {t('drivers.invoices.pay')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        aria-label={t('drivers.invoices.download', { number })}
        onClick={() => onDownload(id)}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </Group>
  )
}

function IssueDialog({ fleet: { id, name }, onClose }: { fleet: Fleet; onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadDrivers()
  const [month, setMonth] = useState(lastMonth())
  const change = useChange({
    mutationFn: (body: { month: string }, idempotency) =>
      request(contract.fleetInvoices.issue, { params: { id }, body, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('drivers.invoices.issueOf', { name })}
      action={t('drivers.invoices.issue')}
      body={/^\d{4}-\d{2}$/.test(month) ? { month } : undefined}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t('drivers.invoices.issueText')}</Text>
      <TextInput
        type="month"
        label={t('drivers.invoices.month')}
        value={month}
        max={lastMonth()}
        onChange={(event) => setMonth(event.currentTarget.value)}
        required
      />
    </FormDialog>
  )
}

function PayDialog({ invoice, onClose }: { invoice: FleetInvoice; onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadDrivers()
  const form = useCheckedForm(statementPaymentBody, { paid_on: today(), document_number: '' })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      request(contract.fleetInvoices.pay, { params: { id: invoice.id }, body, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('drivers.invoices.payOf', { number: invoice.number })}
      action={t('drivers.invoices.pay')}
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <TextInput
        {...form.text('paid_on')}
        type="date"
        label={t('settlement.pay.day')}
        max={today()}
        required
      />
      <TextInput {...form.text('document_number')} label={t('drivers.invoices.document')} required />
    </FormDialog>
  )
}
