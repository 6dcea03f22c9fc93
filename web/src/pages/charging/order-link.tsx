import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import classes from './order-link.module.css'

/** An order's number, linked to the order if the person may see orders. */
export function OrderLink({ id }: { id: number }) {
  const { t } = useTranslation()
  const role = useManager()?.role
  const name = t('order.title', { id })
  if (role !== 'administrator' && role !== 'operator' && role !== 'accounter') return name
  return (
    <Link to="/orders/$orderId/information" params={{ orderId: String(id) }} className={classes.link!}>
      {name}
    </Link>
  )
}
