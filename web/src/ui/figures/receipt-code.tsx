import { useMediaQuery } from '@mantine/hooks'
import { QrCode } from '../pictures/qr-code.tsx'
import classes from './receipt-code.module.css'

/** The width of a phone, which shows a code that it would have to scan itself. */
const phone = '(max-width: 576px)'

interface ReceiptCodeProps {
  code: string
  /** where the receipt can be looked at */
  url: string | null
  label: string
  /** what unfolds it */
  unfold: string
}

/** The code of a fiscal receipt, to be scanned by another device; on a phone it is folded where nothing else leads to the receipt. */
export function ReceiptCode({ code, url, label, unfold }: ReceiptCodeProps) {
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  if (!isPhone) return <QrCode text={code} label={label} />
  if (url) return null
  return (
    <details className={classes.folded}>
      <summary>{unfold}</summary>
      <QrCode text={code} label={label} />
    </details>
  )
}
