import { contract, type DriverWord } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Stars } from '../../../ui/figures/stars.tsx'
import classes from './inbox-item.module.css'
import { useDecision } from './inbox-query.ts'

/** Feedback of a driver, until a person has read it and has answered it at the location or has solved the problem. */
export function WordItem({ item }: { item: DriverWord }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { id, order_id: orderId, location_id: locationId, rating, user } = item
  const see = useDecision(
    () => request(contract.feedback.see, { params: { id } }),
    () => undefined,
  )
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          {rating === null ? t('feedback.problem') : <Stars rating={rating} />}{' '}
          <Link to="/orders/$orderId/information" params={{ orderId: String(orderId) }}>
            {t('payments.order', { id: orderId })}
          </Link>
        </p>
        <p className={classes.facts}>
          <span>
            {stationNumber(item.station_number)} {item.location_name}
          </span>
          <When at={item.created_at} style="dayTime" />
          {user && <span>{`${user.first_name} ${user.last_name}`.trim()}</span>}
          {rating !== null && (
            <Link to="/locations/$locationId/feedback" params={{ locationId: String(locationId) }}>
              {t('feedback.atLocation')}
            </Link>
          )}
        </p>
        {item.comment && <p className={classes.why}>{item.comment}</p>}
        {see.isError && (
          <p className={classes.why} role="alert">
            {errorText(see.error)}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <ChangeButton
          variant="default"
          size="xs"
          loading={see.isPending}
          onClick={() => see.mutate(undefined)}
        >
          {t('feedback.seen')}
        </ChangeButton>
      </div>
    </li>
  )
}
