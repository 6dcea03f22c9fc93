import { Button } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { IconExternalLink } from '../../../ui/pictures/icons.ts'
import classes from './pay.module.css'

// most drivers never see one
const QrCode = lazy(async () => ({ default: (await import('../../../ui/pictures/qr-code.tsx')).QrCode }))

interface ActionViewProps {
  action: NonNullable<PayPage['action']>
  onOtherWay: () => void
}

/** What the driver has to do at the bank, and the way back to the ways to pay. */
export function ActionView({ action, onOtherWay }: ActionViewProps) {
  const { t } = useTranslation()
  return (
    <section className={`${classes.panel} ${classes.middle}`}>
      {action.kind === 'qr' && (
        <Suspense fallback={null}>
          <QrCode text={action.url} label={t('pay.action.qr')} />
        </Suspense>
      )}
      <p className={classes.quiet}>{t(`pay.action.${action.kind}Text`)}</p>
      <Button
        component="a"
        href={action.url}
        size="lg"
        fullWidth
        rightSection={<IconExternalLink size={18} stroke={1.75} />}
      >
        {t('pay.action.open')}
      </Button>
      <Button variant="subtle" color="gray" size="md" fullWidth onClick={onOtherWay}>
        {t('pay.action.otherWay')}
      </Button>
    </section>
  )
}
