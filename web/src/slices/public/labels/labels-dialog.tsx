import { Checkbox, Group, Switch } from '@mantine/core'
import {
  type BulkSelection,
  contract,
  type LabelSize,
  type LabelsBody,
  labelSizes,
} from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { followLink } from '../../../api/files/save-file.ts'
import { useChange } from '../../../api/use-change.ts'
import { languageNames, languages } from '../../../i18n/index.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'

interface LabelsDialogProps {
  selection: BulkSelection
  onClose: () => void
}

/** What stands on the labels and how large they are; then the file is downloaded. */
export function LabelsDialog({ selection, onClose }: LabelsDialogProps) {
  const { t } = useTranslation()
  const [size, setSize] = useState<LabelSize>('small')
  const [chosen, setChosen] = useState<readonly string[]>(languages)
  const [price, setPrice] = useState(true)
  const print = useChange({
    mutationFn: async (body: LabelsBody, idempotency) =>
      followLink((await request(contract.labels.print, { body, idempotency })).url),
    onSuccess: onClose,
  })
  const shown = languages.filter((language) => chosen.includes(language))
  return (
    <FormDialog
      title={t('labels.title')}
      action={t('labels.download')}
      body={shown.length > 0 ? { selection, size, languages: shown, price } : undefined}
      change={print}
      onClose={onClose}
    >
      <p>{t('labels.about')}</p>
      <SegmentedControl
        aria-label={t('labels.size.label')}
        value={size}
        onChange={setSize}
        data={labelSizes.map((value) => ({ value, label: t(`labels.size.${value}`) }))}
        fullWidth
      />
      <p>{t(`labels.sizeHint.${size}`)}</p>
      <Checkbox.Group
        label={t('labels.languages')}
        value={[...chosen]}
        onChange={setChosen}
        error={shown.length > 0 ? undefined : t('labels.noLanguage')}
      >
        <Group gap="md" mt={6}>
          {languages.map((language) => (
            <Checkbox key={language} value={language} label={languageNames[language]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Switch
        label={t('labels.price')}
        description={t('labels.priceHint')}
        checked={price}
        onChange={({ currentTarget }) => setPrice(currentTarget.checked)}
      />
    </FormDialog>
  )
}
