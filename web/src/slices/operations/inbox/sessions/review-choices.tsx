import { UnstyledButton } from '@mantine/core'
import { type ReviewChoices as Choices, contract, type Review } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Energy, Money } from '../../../../ui/figures/quantity.tsx'
import { NoteDialog } from '../note-dialog.tsx'
import classes from './review-choices.module.css'

type Choice = Choices['choices'][number]

type Reviewed = Pick<Review, 'order_id' | 'connector_power' | 'transaction_start' | 'transaction_finish'>

/** The most energy that a session in review can have charged, and its price for each energy that it may be priced for. */
export function ReviewChoices({ item, canPrice }: { item: Reviewed; canPrice: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { order_id: id } = item
  const query = useQuery({
    queryKey: ['inbox', 'choices', id],
    queryFn: ({ signal }) => request(contract.inbox.choices, { params: { id } }, signal),
  })
  const [chosen, setChosen] = useState<Choice | null>(null)
  if (!query.data) return null
  const { most_energy, choices } = query.data
  const seconds = lengthOf(item)
  return (
    <div className={classes.decision}>
      {seconds !== null && (
        <p className={classes.most}>
          {t('inbox.most', {
            power: `${format.number(item.connector_power, 1)} ${t('units.kw')}`,
            duration: format.duration(seconds),
            energy: `${format.number(most_energy / 1000, 1)} ${t('units.kwh')}`,
          })}
        </p>
      )}
      <ul className={classes.choices} aria-label={t('inbox.choices')}>
        {choices.map((choice) => (
          <li key={choice.by}>
            <UnstyledButton
              className={classes.choice!}
              disabled={!canPrice}
              onClick={() => setChosen(choice)}
            >
              <span className={classes.by}>{t(`inbox.by.${choice.by}`)}</span>
              <span className={classes.price}>
                <Money minor={choice.charging_price} unit />
              </span>
              <span className={classes.by}>
                <Energy wh={choice.energy} unit />
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {chosen && (
        <NoteDialog
          title={t('inbox.chargeOrder', { id, price: format.money(chosen.charging_price) })}
          action={t('inbox.capture')}
          proposed={t(`inbox.because.${chosen.by}`)}
          decide={(note) =>
            request(contract.inbox.priceOrder, { params: { id }, body: { energy: chosen.energy, note } })
          }
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  )
}

const lengthOf = ({ transaction_start, transaction_finish }: Reviewed): number | null =>
  transaction_start && transaction_finish
    ? (Date.parse(transaction_finish) - Date.parse(transaction_start)) / 1000
    : null
