import type { RoamingPreview } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { Payload } from '../../../ui/words/payload.tsx'
import { TariffLosses } from './losses.tsx'
import { PublishSwitch } from './publish-switch.tsx'
import classes from './publishing.module.css'
import { usePublish } from './publishing-queries.ts'

type Version = RoamingPreview['versions'][number]['version']

/** A location and its tariffs as partners of each version see them, or would, with what is lost and the switches. */
export function PreviewPanel({ preview: { location, versions } }: { preview: RoamingPreview }) {
  const { t } = useTranslation()
  const [version, setVersion] = useState<Version>('2.3.0')
  const publish = usePublish('locations')
  const shown = versions.find((one) => one.version === version)
  return (
    <>
      <Panel
        title={t('publishing.preview.title')}
        actions={<PublishSwitch row={location} publish={publish} />}
        filters={
          <SegmentedControl
            aria-label={t('publishing.preview.version')}
            value={version}
            onChange={setVersion}
            data={versions.map((one) => ({ value: one.version, label: `OCPI ${one.version}` }))}
          />
        }
      >
        {publish.isError && <FormError error={publish.error} />}
        {shown?.location ? (
          <>
            <LostFields losses={shown.losses} />
            <Payload title={t('publishing.preview.location')} value={shown.location} />
          </>
        ) : (
          <div className={classes.warned} role="status">
            <p>{t('publishing.preview.unseen')}</p>
            <ul className={classes.names}>
              {location.missing.map((one) => (
                <li key={one}>{t(`publishing.missing.${one}`)}</li>
              ))}
            </ul>
          </div>
        )}
      </Panel>
      {shown && <PreviewedTariffs tariffs={shown.tariffs} version={version} />}
    </>
  )
}

/** Fields that a version cannot express, or only shortened. */
function LostFields({ losses }: { losses: readonly string[] }) {
  const { t } = useTranslation()
  if (losses.length === 0) return <p className={classes.hint}>{t('publishing.preview.whole')}</p>
  return (
    <p className={classes.hint}>
      {t('publishing.preview.lost')}{' '}
      {losses.map((name, nth) => (
        <span key={name}>
          {nth > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
    </p>
  )
}

interface TariffsProps {
  tariffs: RoamingPreview['versions'][number]['tariffs']
  version: Version
}

function PreviewedTariffs({ tariffs, version }: TariffsProps) {
  const { t } = useTranslation()
  const publish = usePublish('tariffs')
  if (tariffs.length === 0) return <p className={classes.hint}>{t('publishing.preview.noTariffs')}</p>
  return (
    <>
      {publish.isError && <FormError error={publish.error} />}
      {tariffs
        .map(({ name, ...tariff }) => ({ ...tariff, name: t('publishing.preview.tariff', { name }) }))
        .map((tariff) => (
          <Panel
            key={tariff.id}
            title={tariff.name}
            actions={<PublishSwitch row={tariff} publish={publish} />}
          >
            {tariff.losses.length > 0 ? (
              <>
                <p className={classes.hint}>{t('publishing.preview.unknown')}</p>
                <TariffLosses losses={[{ version, names: tariff.losses }]} />
              </>
            ) : (
              <p className={classes.hint}>{t('publishing.tariffs.whole')}</p>
            )}
            <Payload title={t('publishing.preview.tariffJson')} value={tariff.json} />
          </Panel>
        ))}
    </>
  )
}
