import { Text } from '@mantine/core'
import type { RoamingLocation, RoamingTariff } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { lossNames, TariffLosses } from './losses.tsx'
import classes from './publishing.module.css'
import { usePublish } from './publishing-queries.ts'

interface PublishDialogProps<Row> {
  rows: readonly Row[]
  published: boolean
  onDone: () => void
  onClose: () => void
}

/** Publishes several locations, or takes them back; says which of them partners will not see. */
export function LocationsDialog({ rows, published, onDone, onClose }: PublishDialogProps<RoamingLocation>) {
  const { t } = useTranslation()
  const format = useFormat()
  const publish = usePublish('locations', onDone)
  const lacking = rows.filter(({ missing }) => missing.length > 0)
  const counted = { count: rows.length, n: format.number(rows.length) }
  return (
    <FormDialog
      title={t(`publishing.locations.${published ? 'publishOf' : 'takeBackOf'}`, counted)}
      action={t(published ? 'publishing.publish' : 'publishing.takeBack')}
      body={{ ids: rows.map(({ id }) => id), published }}
      change={publish}
      onClose={onClose}
    >
      <Text size="md">{t(`publishing.locations.${published ? 'publishText' : 'takeBackText'}`)}</Text>
      {published && lacking.length > 0 && (
        <div className={classes.warned}>
          <p>{t('publishing.locations.lacking')}</p>
          <ul className={classes.names}>
            {lacking.map(({ id, name, missing }) => (
              <li
                key={id}
              >{`${name}: ${missing.map((one) => t(`publishing.missing.${one}`)).join(', ')}`}</li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}

/** The same of tariffs: before they are published it is said of each what partners will not know. */
export function TariffsDialog({ rows, published, onDone, onClose }: PublishDialogProps<RoamingTariff>) {
  const { t } = useTranslation()
  const format = useFormat()
  const publish = usePublish('tariffs', onDone)
  const lossy = rows.filter(({ losses }) => lossNames(losses).length > 0)
  const counted = { count: rows.length, n: format.number(rows.length) }
  return (
    <FormDialog
      title={t(`publishing.tariffs.${published ? 'publishOf' : 'takeBackOf'}`, counted)}
      action={t(published ? 'publishing.publish' : 'publishing.takeBack')}
      body={{ ids: rows.map(({ id }) => id), published }}
      change={publish}
      onClose={onClose}
    >
      {published ? (
        <Text size="md">
          {t(lossy.length > 0 ? 'publishing.tariffs.lossText' : 'publishing.tariffs.noLossText')}
        </Text>
      ) : (
        <Text size="md">{t('publishing.tariffs.takeBackText')}</Text>
      )}
      {published &&
        lossy.map(({ id, name, losses }) => (
          <section key={id} aria-label={name}>
            <h3 className={classes.tariffName}>{name}</h3>
            <TariffLosses losses={losses} />
          </section>
        ))}
    </FormDialog>
  )
}
