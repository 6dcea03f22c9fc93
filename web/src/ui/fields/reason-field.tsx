import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Why something is done, in words. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('payments.reason')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={500}
      autosize
      minRows={2}
      required
    />
  )
}
