import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { KeyFigure, KeyFigures } from '../../../../../ui/figures/key-figure.tsx'
import classes from './order-skeleton.module.css'

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const figures = ['energy', 'power', 'battery', 'priceSoFar'] as const

/** The shape of an order's screen while it loads. */
export function OrderSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.stack} aria-busy="true">
      <Skeleton height={60} radius={8} />
      <KeyFigures label={t('order.figures.label')}>
        {figures.map((name) => (
          <KeyFigure key={name} label={t(`order.figures.${name}`)} value={null} loading />
        ))}
      </KeyFigures>
      <div className={classes.columns}>
        <div className={classes.panel}>
          {lines.map((line) => (
            <Skeleton key={line} height={36} />
          ))}
        </div>
        <div className={classes.panel}>
          {lines.map((line) => (
            <Skeleton key={line} height={18} />
          ))}
        </div>
      </div>
    </div>
  )
}
