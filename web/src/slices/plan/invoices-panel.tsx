import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Money } from '../../ui/quantity.tsx'
import { When } from '../../ui/when.tsx'
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
            <Money minor={amount} unit />
          </Fact>
        ))}
      </Facts>
    </Panel>
  )
}
