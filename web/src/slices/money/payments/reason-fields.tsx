import { Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Why drivers usually get their money back; `other` is described in words alone. */
const reasons = ['notCharged', 'stopped', 'faulty', 'twice', 'price', 'goodwill', 'other'] as const
type Reason = (typeof reasons)[number]

/** A usual reason, and more in words; together they are one text. '' until it is whole. */
export function ReasonFields({ onChange }: { onChange: (reason: string) => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<Reason | null>(null)
  const [more, setMore] = useState('')
  const tell = (chosen: Reason | null, words: string) => {
    setReason(chosen)
    setMore(words)
    const usual = chosen === null || chosen === 'other' ? '' : t(`payments.reasons.${chosen}`)
    onChange(chosen === null ? '' : [usual, words.trim()].filter(Boolean).join(': '))
  }
  const isOther = reason === 'other'
  return (
    <>
      <Select
        label={t('payments.reason')}
        placeholder={t('payments.reasons.choose')}
        data={reasons.map((value) => ({ value, label: t(`payments.reasons.${value}`) }))}
        value={reason}
        onChange={(value) => tell(value as Reason | null, more)}
        allowDeselect={false}
        required
      />
      {reason !== null && (
        <Textarea
          label={t(isOther ? 'payments.reasons.words' : 'payments.reasons.more')}
          value={more}
          onChange={(event) => tell(reason, event.currentTarget.value)}
          maxLength={400}
          autosize
          minRows={2}
          required={isOther}
        />
      )}
    </>
  )
}
