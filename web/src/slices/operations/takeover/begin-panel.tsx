import { Radio, TextInput } from '@mantine/core'
import { type TakeoverSystem, takeoverSystems } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import classes from './takeover.module.css'
import { useBegin } from './takeover-queries.ts'

/** The first step: which system it is. */
export function BeginPanel() {
  const { t } = useTranslation()
  const [system, setSystem] = useState<TakeoverSystem | null>(null)
  const [source, setSource] = useState('')
  const begin = useBegin()
  return (
    <Panel title={t('takeover.choose')}>
      <div className={classes.fields}>
        <Radio.Group
          label={t('takeover.system')}
          value={system}
          onChange={(value) => setSystem(takeoverSystems.find((one) => one === value) ?? null)}
        >
          <div className={classes.systems}>
            {takeoverSystems.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`takeover.systems.${one}`)}
                description={t(`takeover.systemTexts.${one}`)}
              />
            ))}
          </div>
        </Radio.Group>
        <TextInput
          label={t('takeover.source')}
          description={t('takeover.sourceText')}
          maxLength={40}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        {begin.isError && <FormError error={begin.error} />}
        <div>
          <ChangeButton
            disabled={system === null}
            loading={begin.isPending}
            onClick={() => system && begin.mutate({ system, source })}
          >
            {t('takeover.begin')}
          </ChangeButton>
        </div>
      </div>
    </Panel>
  )
}
