import { ActionIcon } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { followLink } from '../../../api/files/save-file.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import { invoicesQuery } from './plan-query.ts'

/** What was paid, newest first. */
export function InvoicesPanel({ managerId }: { managerId: number }) {
  const { t } = useTranslation()
  const { data: invoices } = useQuery(invoicesQuery(managerId))
  if (!invoices || invoices.length === 0) return null
  return (
    <Panel title={t('plan.invoices')} count={invoices.length}>
      <Facts>
        {invoices.map(({ number, kind, paid_at, amount, quantity }) => (
          <Fact
            key={number}
            name={
              <>
                {t('plan.invoice', { number })} · {t(`plan.kinds.${kind}`, { count: quantity })} ·{' '}
                <When at={paid_at} style="day" />
              </>
            }
          >
            <Money minor={amount} unit /> <DownloadInvoice managerId={managerId} number={number} />
          </Fact>
        ))}
      </Facts>
    </Panel>
  )
}

function DownloadInvoice({ managerId, number }: { managerId: number; number: string }) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const download = useChange({
    mutationFn: async () => {
      const params = { id: managerId, number }
      followLink((await request(contract.plan.invoiceFile, { params, body: { language } })).url)
    },
  })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('plan.downloadInvoice', { number })}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      <IconDownload size={16} stroke={1.75} />
    </ActionIcon>
  )
}
