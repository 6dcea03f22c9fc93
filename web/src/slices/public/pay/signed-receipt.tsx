import { Button } from '@mantine/core'
import type { DriverSigned } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import classes from './pay.module.css'

/** What the meter has signed, in a driver's words, with the key and the file by which anybody can check it. */
export function SignedReceipt({ signed, token }: { signed: DriverSigned; token: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { verdict, begin, end, public_key: key } = signed
  const kWh = (wh: number) => format.number(wh / 1000, 3)
  return (
    <section className={classes.signed} aria-labelledby="signed">
      <h2 className={classes.signedTitle} id="signed">
        {t('pay.receipt.signed.title')}
      </h2>
      <p className={classes.quiet}>{t(`pay.receipt.signed.words.${verdict}`)}</p>
      {begin !== null && end !== null && (
        <p className={classes.quiet}>
          {t('pay.receipt.signed.registers')}: {kWh(begin)} – {kWh(end)}
        </p>
      )}
      {key !== null && (
        <details className={classes.quiet}>
          <summary>{t('pay.receipt.signed.key')}</summary>
          <code className={classes.signedKey}>{key}</code>
        </details>
      )}
      <Button
        component="a"
        href={`/api/v1/pay/${token}/signed-values`}
        download
        variant="default"
        size="md"
        fullWidth
        mt="sm"
        leftSection={<IconDownload size={18} stroke={1.75} />}
      >
        {t('pay.receipt.signed.file')}
      </Button>
      <p className={classes.quiet}>{t('pay.receipt.signed.about')}</p>
    </section>
  )
}
