import { useTranslation } from 'react-i18next'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from './example-bill.module.css'

const energyWh = 31_408
const minutes = 24
const perKwhMinor = 1700
const perMinuteMinor = 200
const startFeeMinor = 3000

const energyMinor = Math.round((energyWh * perKwhMinor) / 1000)
const timeMinor = minutes * perMinuteMinor

/** An invented session's bill, line by line, rounded once a line as the real ones are. */
export function ExampleBill() {
  const { t } = useTranslation()
  const format = useFormat()
  // amounts are in the network's currency, which the server's first answer tells
  useHelpConfig()
  const lines = [
    {
      key: 'energy',
      how: `${format.number(energyWh / 1000, 3)} ${t('units.kwh')} × ${format.money(perKwhMinor)}`,
      minor: energyMinor,
    },
    {
      key: 'time',
      how: `${format.duration(minutes * 60)} × ${format.money(perMinuteMinor)}`,
      minor: timeMinor,
    },
    { key: 'start', how: '', minor: startFeeMinor },
  ] as const
  return (
    <figure className={classes.bill}>
      <figcaption className={classes.caption}>{t('landing.bill.example')}</figcaption>
      <dl className={classes.lines}>
        {lines.map(({ key, how, minor }) => (
          <div key={key} className={classes.line}>
            <dt>
              {t(`landing.bill.${key}`)}
              <span className={classes.how}>{how}</span>
            </dt>
            <dd>{format.money(minor)}</dd>
          </div>
        ))}
        <div className={classes.line} data-total>
          <dt>{t('landing.bill.total')}</dt>
          <dd>{format.money(energyMinor + timeMinor + startFeeMinor)}</dd>
        </div>
      </dl>
    </figure>
  )
}
