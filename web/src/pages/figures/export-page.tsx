import { Button } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/calls/request.ts'
import { followLink } from '../../api/files/save-file.ts'
import { useChange } from '../../api/use-change.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { EntryCard } from '../../ui/frame/entry-card.tsx'
import { IconDownload, IconMailX } from '../../ui/pictures/icons.ts'
import { Mark } from '../people/login/mark.tsx'

const route = getRouteApi('/open/exports/$token')

/** Downloads a file by a mailed link, once. It needs a click on a button, because virus scanners of mails follow links too. */
export function ExportPage() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { token } = route.useParams()
  const taking = useChange({
    mutationFn: async () => {
      const { url } = await request(contract.reports.takeExport, { body: { token } })
      followLink(url)
    },
  })
  if (taking.isError)
    return (
      <EntryCard
        title={t('files.mailed.gone')}
        subtitle={<span role="alert">{errorText(taking.error)}</span>}
        mark={<Mark icon={IconMailX} tone="bad" />}
      />
    )
  return (
    <EntryCard
      title={t('files.mailed.title')}
      subtitle={
        taking.isSuccess ? <span role="status">{t('files.mailed.taken')}</span> : t('files.mailed.text')
      }
      mark={<Mark icon={IconDownload} tone="good" />}
    >
      {!taking.isSuccess && (
        <Button size="md" fullWidth loading={taking.isPending} onClick={() => taking.mutate()}>
          {t('files.download')}
        </Button>
      )}
    </EntryCard>
  )
}
