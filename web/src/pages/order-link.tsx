import { Link } from '@tanstack/react-router'
import { useManager } from '../api/session.ts'
import classes from './order-link.module.css'

/** An order's number, which leads to it where the person may see orders. */
export function OrderLink({ id }: { id: number }) {
  const role = useManager()?.role
  if (role !== 'administrator' && role !== 'operator') return `#${id}`
  return (
    <Link to="/orders/$orderId/information" params={{ orderId: String(id) }} className={classes.link!}>
      #{id}
    </Link>
  )
}
