import type { Station } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../../../i18n/use-code.ts'
import { Dash } from '../../../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../../ui/frame/panel.tsx'
import { protocolName } from '../../../../../ui/words/protocol-name.ts'
import classes from './technical-panel.module.css'

const fields = ['protocol', 'firmware_version', 'serial_number', 'iccid', 'imsi', 'boot_reason'] as const

/** Technical fields, for administrators: the server sends them to nobody else. */
export function TechnicalPanel({
  station,
  technical,
}: {
  station: Station
  technical: NonNullable<Station['technical']>
}) {
  const { t } = useTranslation()
  const code = useCode()
  const none = <Dash label={t('common.noValue')} />
  const textOf = (field: (typeof fields)[number], text: string | null) => {
    if (text === null) return none
    if (field === 'protocol') return protocolName(text)
    return field === 'boot_reason' ? code('boot', text) : text
  }
  const owner = [station.owner_first_name, station.owner_last_name].filter(Boolean).join(' ')
  const vendorData = Object.entries(station.data_transfer)
  return (
    <Panel title={t('station.technical.title')}>
      <Facts>
        <Fact name={t('station.technical.owner')}>{owner || station.owner_email || none}</Fact>
        {fields.map((field) => (
          <Fact key={field} name={t(`station.technical.${field}`)}>
            {textOf(field, technical[field])}
          </Fact>
        ))}
      </Facts>
      {vendorData.map(([name, content]) => (
        <details key={name} className={classes.raw}>
          <summary>{name}</summary>
          <pre>{JSON.stringify(content, null, 2)}</pre>
        </details>
      ))}
    </Panel>
  )
}
