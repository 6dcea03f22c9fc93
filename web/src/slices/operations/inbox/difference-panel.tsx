import { type BookDifference, contract } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { startOf } from '../../../api/days.ts'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { AllWell } from './all-well.tsx'
import classes from './inbox-item.module.css'

const queryKey = ['inbox', 'differences'] as const

/** Where sums by day, payments or prices say something else than the ledger; as of the last check. */
export function DifferencePanel() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(contract.inbox.differences, {}, signal),
  })
  const check = useChange({
    mutationFn: () => request(contract.inbox.checkBooks, {}),
    onSuccess: (found) => client.setQueryData(queryKey, found),
  })
  const found = query.data?.differences
  return (
    <Panel
      title={t('inbox.books.title')}
      count={found?.length}
      flush
      actions={
        <ChangeButton size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('inbox.books.check')}
        </ChangeButton>
      }
    >
      {check.isError && (
        <CommandAnswer good={false} onClose={check.reset}>
          {errorText(check.error)}
        </CommandAnswer>
      )}
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <p className={classes.checked}>
          {query.data.checked_at ? (
            <>
              {t('inbox.books.checked')} <When at={query.data.checked_at} />
            </>
          ) : (
            t('inbox.books.never')
          )}
        </p>
      )}
      {found?.length === 0 && query.data?.checked_at && <AllWell>{t('inbox.books.agree')}</AllWell>}
      {found && found.length > 0 && (
        <ul className={classes.list}>
          {found.map((one) => (
            <li key={`${one.book} ${one.of} ${one.location_id}`} className={classes.item}>
              <Difference one={one} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Difference({ one }: { one: BookDifference }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div>
      <p className={classes.title}>
        {one.book === 'daily_totals' ? (
          t('inbox.books.day', { day: format.when(new Date(startOf(one.of)), 'day') })
        ) : (
          <Link to="/orders/$orderId/information" params={{ orderId: one.of }}>
            {t('payments.order', { id: one.of })}
          </Link>
        )}{' '}
        {t(`inbox.books.what.${one.book}`)}
      </p>
      <p className={classes.facts}>
        {one.location_name && <span>{one.location_name}</span>}
        <span>
          {t(`inbox.books.says.${one.book}`)} <Money minor={one.says} unit />
        </span>
        <span>
          {t(one.book === 'orders' ? 'inbox.books.captured' : 'inbox.books.ledger')}{' '}
          <Money minor={one.ledger} unit />
        </span>
      </p>
      <p className={classes.facts}>{t(`inbox.books.mend.${one.book}`)}</p>
    </div>
  )
}
