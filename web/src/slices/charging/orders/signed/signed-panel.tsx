import { Button, Skeleton } from '@mantine/core'
import type { OrderDetails, SignedValues } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../../api/files/save-file.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Energy } from '../../../../ui/figures/quantity.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconDownload } from '../../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { Payload } from '../../../../ui/words/payload.tsx'
import classes from './signed-panel.module.css'
import { signedQuery } from './signed-query.ts'
import { SignedWord } from './signed-word.tsx'

interface SignedPanelProps {
  order: OrderDetails
  /** leads to the keys of the station, for who may open them */
  keysLink?: ReactNode
}

/** What the meter of an order has signed: what that says, the registers beside ours, the key, and the file to check it with. */
export function SignedPanel({ order, keysLink }: SignedPanelProps) {
  const { t } = useTranslation()
  const query = useQuery(signedQuery(order.id))
  const signed = query.data
  return (
    <Panel title={t('signed.title')}>
      {signed ? (
        <Signed order={order} signed={signed} keysLink={keysLink} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={16} width="40%" mb={10} />
          <Skeleton height={72} />
        </div>
      )}
    </Panel>
  )
}

function Signed({ order, signed, keysLink }: SignedPanelProps & { signed: SignedValues }) {
  const { t } = useTranslation()
  const { file } = signed
  return (
    <>
      <SignedWord order={order} signed={signed} />
      {signed.verdict !== null && (
        <>
          <Registers order={order} signed={signed} />
          <Key signed={signed} keysLink={keysLink} />
        </>
      )}
      {file !== null && (
        <div className={classes.file}>
          <Button
            variant="default"
            size="xs"
            className={classes.download!}
            leftSection={<IconDownload size={14} stroke={1.75} />}
            onClick={() => saveFile(`signed-values-${order.id}.xml`, [file], 'application/xml')}
          >
            {t('signed.file')}
          </Button>
          <p className={classes.quiet}>{t('signed.fileHint')}</p>
        </div>
      )}
      {signed.values.length > 0 && <Raw values={signed.values} />}
    </>
  )
}

function Registers({ order, signed }: { order: OrderDetails; signed: SignedValues }) {
  const { t } = useTranslation()
  const rows = [
    ['begin', signed.begin, order.meter_start],
    ['end', signed.end, order.meter_stop],
    ['energy', signed.energy, order.meters.energy?.value],
  ] as const
  return (
    <table className={classes.registers}>
      <caption className={classes.quiet}>{t('signed.registers')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t(signed.verdict === 'wrong' ? 'signed.claimed' : 'signed.signed')}</th>
          <th scope="col">{t('signed.reported')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, own, reported]) => (
          <tr key={name}>
            <th scope="row">{t(`signed.${name}`)}</th>
            <td>
              <Energy wh={own} />
            </td>
            <td>
              <Energy wh={reported} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The key that the values were checked with, and who says that it is the meter's. */
function Key({ signed: { fingerprint, key }, keysLink }: { signed: SignedValues; keysLink: ReactNode }) {
  const { t } = useTranslation()
  return (
    <p className={classes.key}>
      {fingerprint !== null && (
        <>
          {t('signed.key')} <code>{fingerprint}</code>
          {key?.confirmed_at ? (
            <span>
              {key.confirmed_by
                ? t('signed.confirmed', { name: key.confirmed_by })
                : t('signed.confirmedOnly')}
              , <When at={key.confirmed_at} style="dayTime" />
            </span>
          ) : (
            <span>{t('signed.unconfirmed')}</span>
          )}
        </>
      )}
      {keysLink}
    </p>
  )
}

/** The values as they came, for who wants to see them. */
function Raw({ values }: { values: SignedValues['values'] }) {
  const { t } = useTranslation()
  return (
    <details className={classes.raw}>
      <summary>{t('signed.raw', { count: values.length, n: values.length })}</summary>
      <div className={classes.values}>
        {values.map((value) => (
          <div key={value.data}>
            <p className={classes.quiet}>
              <When at={value.at} style="fullSeconds" />, {value.format},{' '}
              {value.why ? t(`enums.signedWhy.${value.why}`) : t(`signed.result.${value.result}`)}
            </p>
            <Payload title={value.context} value={value.data} />
          </div>
        ))}
      </div>
    </details>
  )
}
